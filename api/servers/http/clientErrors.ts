import { STATUS_CODES, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { statusOfClientError } from "@hoplog/platform/http/clientErrors.js";
import { requestIdHeader } from "@hoplog/platform/http/requestIds.js";
import { errorBody } from "../../kernel/calls/shownErrors.ts";

const messages = {
  400: "The request is not valid HTTP",
  408: "The request took too long to arrive",
  431: "The URL and headers are too long",
} as const;

/** Gives requests that Node's parser rejects the same error body as all others. */
export function answerClientError(newRequestId: () => string) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    if (socket.writable) refuse(socket, statusOfClientError(error.code), newRequestId());
    else socket.destroy();
  };
}

function refuse(socket: Socket, status: keyof typeof messages, requestId: string): void {
  const body = JSON.stringify(errorBody("VALIDATION_ERROR", messages[status], {}));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `${requestIdHeader}: ${requestId}`,
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}

/** An API path that does not exist. */
const nowhere = "/api/unreadable-address";

/**
 * Rewrites URLs with malformed escapes in their path to an unknown path. Fastify would reject them before any of our
 * hooks, without the headers of every response.
 */
export function readableUrl({ url = "/" }: IncomingMessage): string {
  if (!url.includes("%")) return url;
  const [path = ""] = url.split("?", 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return nowhere;
  }
}
