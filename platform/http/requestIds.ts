import type { IncomingMessage } from "node:http";
import type { IsTrusted } from "../visitor/address.ts";

/** Header of responses, and of requests from a proxy in front of us. */
export const requestIdHeader = "x-request-id";

const given = /^[\w.:-]{8,64}$/;

/** Returns whether a text has the form of a request id from a proxy. */
export function isRequestId(text: string): boolean {
  return given.test(text);
}

/** Returns each request's id: the X-Request-Id from the trusted proxy in front of us, or else a new id. */
export function requestIds(newId: () => string, isTrusted: IsTrusted): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const id = headers[requestIdHeader];
    return typeof id === "string" && isRequestId(id) && isTrusted(socket.remoteAddress ?? "") ? id : newId();
  };
}
