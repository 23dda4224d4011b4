import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { requestIdHeader } from "@hoplog/platform/http/requestIds.js";
import { errorBody } from "../calls/errorBody.ts";

interface Refusal {
  readonly status: 400 | 408 | 431;
  readonly message: string;
}

function refusalOf(code: string | undefined): Refusal {
  if (code === "HPE_HEADER_OVERFLOW") return { status: 431, message: "The address and the headers are too long" };
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return { status: 408, message: "The request took too long to arrive" };
  return { status: 400, message: "This is no HTTP request that can be read" };
}

/** What Node's parser refuses, before there is a request, gets the body of every other failure. */
export function answerClientError(newRequestId: () => string) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    if (socket.writable) refuse(socket, refusalOf(error.code), newRequestId());
    else socket.destroy();
  };
}

function refuse(socket: Socket, { status, message }: Refusal, requestId: string): void {
  const body = JSON.stringify(errorBody("VALIDATION_ERROR", message, {}));
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
