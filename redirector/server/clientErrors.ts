import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { statusOfClientError } from "@hoplog/platform/http/clientErrors.js";
import { requestIdHeader } from "@hoplog/platform/http/requestIds.js";

/** Builds the response to an incomplete or malformed request; the response closes the connection. */
export function refusalBeforeRequest(status: number, requestId: string): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${requestIdHeader}: ${requestId}\r\nConnection: close\r\n\r\n`;
}

/** Responds to input that the HTTP parser rejects before there is a request. */
export function answerClientError(newRequestId: () => string) {
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else socket.end(refusalBeforeRequest(statusOfClientError(error.code), newRequestId()), () => socket.destroy());
  };
}
