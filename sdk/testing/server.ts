import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface TestServer {
  readonly url: string;
  /** Received requests in order of arrival. */
  readonly received: readonly Received[];
}

/** Handles one request; a returned object is sent as JSON with status 200. */
export type Handler = (request: Received, response: ServerResponse, index: number) => object | void;

/** Opens a real HTTP server that is closed after the test. */
export async function openServer(handler: Handler): Promise<TestServer> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { method = "", url = "", headers } = request;
    const one = { method, url, headers, body: Buffer.concat(chunks) };
    received.push(one);
    const answer = handler(one, response, received.length - 1);
    if (answer) answerWith(response, 200, answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${portOf(server.address())}`, received };
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}

export function answerWith(response: ServerResponse, status: number, body: object, headers: object = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

/** Returns an error body in hoplog's format. */
export function failure(type: string, message = "No", details: object = {}): object {
  return { success: false, message, error: { type, message, details } };
}
