import type { IncomingMessage } from "node:http";
import type { IsTrusted } from "../visitor/address.ts";

/** In every answer; also in what a proxy in front of us sends along. */
export const requestIdHeader = "x-request-id";

const given = /^[\w.:-]{8,64}$/;

/** Whether a text can be the id that a proxy has given a request. */
export function isRequestId(text: string): boolean {
  return given.test(text);
}

/** Names each request: as the trusted proxy in front of us does in X-Request-Id, else by an id of ours. */
export function requestIds(newId: () => string, isTrusted: IsTrusted): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const id = headers[requestIdHeader];
    return typeof id === "string" && isRequestId(id) && isTrusted(socket.remoteAddress ?? "") ? id : newId();
  };
}
