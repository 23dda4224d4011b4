import type { IncomingMessage, Server } from "node:http";
import { requestIdHeader } from "./requestIds.ts";

/**
 * Rejects the Expect headers that Node would reject itself, but sends the request's id with the response; 100-continue
 * is allowed. `body` is an object that is sent as JSON.
 */
export function refuseExpectations(
  server: Server,
  idOf: (request: IncomingMessage) => string,
  body: object | null = null,
): void {
  const text = body === null ? "" : JSON.stringify(body);
  server.on("checkExpectation", (request, response) => {
    response.writeHead(417, {
      [requestIdHeader]: idOf(request),
      ...(body !== null && { "content-type": "application/json; charset=utf-8" }),
      "content-length": Buffer.byteLength(text),
      connection: "close",
    });
    response.end(text);
  });
}
