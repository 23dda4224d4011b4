import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createOutgoing, type Outgoing } from "@hoplog/platform/outgoing/request.js";
import { listenAnywhere } from "./listenAnywhere.ts";

type Handler = (response: ServerResponse, request: IncomingMessage) => void;

/**
 * Replaces the servers of all destinations: it serves every name that ends in `.example`, with responses set by the
 * test.
 */
export interface DestinationServer {
  readonly port: number;
  /** Responses by host and path; others return 404. */
  readonly pages: Map<string, Handler>;
  /** Method, host and path of requests, in order. */
  readonly asked: string[];
  /** Sends requests only to this server. */
  readonly request: Outgoing;
  urlOf(place: string): string;
  close(): Promise<void>;
}

export async function startDestinationServer(): Promise<DestinationServer> {
  const pages = new Map<string, Handler>();
  const asked: string[] = [];
  const answer: RequestListener = (request, response) => {
    const place = `${request.headers.host?.split(":", 1)[0]}${request.url}`;
    asked.push(`${request.method} ${place}`);
    const handler = pages.get(place);
    if (handler) handler(response, request);
    else response.writeHead(404, { "content-type": "text/html" }).end("<title>Not found</title>");
  };
  const server = createServer(answer);
  const port = await listenAnywhere(server);
  return {
    port,
    pages,
    asked,
    request: createOutgoing({
      allowed: [{ address: "127.0.0.1", prefix: 32, family: "ipv4" }],
      userAgent: "hoplog-test",
      resolve: async (name) => {
        if (name.endsWith(".example")) return [{ address: "127.0.0.1", family: 4 }];
        throw Object.assign(new Error("ENOTFOUND"), { code: "ENOTFOUND" });
      },
    }),
    urlOf: (place) => {
      const [host = "", ...path] = place.split("/");
      return `http://${host}:${port}/${path.join("/")}`;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Returns a page with this content in its head. */
export function htmlPage(head: string): Handler {
  return (response) => response.writeHead(200, { "content-type": "text/html" }).end(`<head>${head}</head><body>`);
}

export function file(type: string, content: Buffer): Handler {
  return (response) => response.writeHead(200, { "content-type": type }).end(content);
}
