import { once } from "node:events";
import { createServer } from "node:http";
import { onTestFinished } from "vitest";

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** Response to a request; a string body is an event stream that stays open. */
export type Answer = (asked: Asked) => { readonly status?: number; readonly body: object | string };

/** Opens a real HTTP server that is closed after the test. */
export async function openServer(answer: Answer): Promise<{ readonly url: string; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const sent = Buffer.concat(await request.toArray()).toString();
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const one = { method: request.method ?? "", path, authorization: request.headers.authorization, body: sent };
    asked.push(one);
    const { status = 200, body } = answer(one);
    const isStream = typeof body === "string";
    response.writeHead(status, { "content-type": isStream ? "text/event-stream" : "application/json" });
    if (isStream) response.write(body);
    else response.end(JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`, asked };
}
