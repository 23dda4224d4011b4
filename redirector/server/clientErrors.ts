import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { requestIdHeader } from "@hoplog/platform/http/requestIds.js";

/** The answer, which is the last of its connection, to what is no whole request. */
export function refusalBeforeRequest(status: number, requestId: string): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${requestIdHeader}: ${requestId}\r\nConnection: close\r\n\r\n`;
}

/** Answers what the HTTP parser refuses before there is a request. */
export function answerClientError(newRequestId: () => string) {
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else socket.end(refusalBeforeRequest(statusOf(error.code), newRequestId()), () => socket.destroy());
  };
}

function statusOf(code: string | undefined): 400 | 408 | 431 {
  if (code === "HPE_HEADER_OVERFLOW") return 431;
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
}
