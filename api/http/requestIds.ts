import type { IncomingMessage } from "node:http";
import { withRequestId } from "@hoplog/platform/logging/requestId.js";
import type { IsTrusted } from "@hoplog/platform/visitor/address.js";
import type { FastifyInstance } from "fastify";

const given = /^[\w.:-]{8,64}$/;

/** Names each request: as the trusted proxy in front of us does in X-Request-Id, else by an id of ours. */
export function requestIds(newId: () => string, isTrusted: IsTrusted): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const id = headers["x-request-id"];
    return typeof id === "string" && given.test(id) && isTrusted(socket.remoteAddress ?? "") ? id : newId();
  };
}

/** Every answer says its request's id, which stands in the log as well. */
export function answerRequestIds(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    withRequestId(request.id, done);
  });
}
