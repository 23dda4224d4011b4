import { requestIdHeader } from "@hoplog/platform/http/requestIds.js";
import { withRequestId } from "@hoplog/platform/logging/requestId.js";
import type { Traces } from "@hoplog/platform/tracing/traces.js";
import type { FastifyInstance } from "fastify";
import { errorBody } from "../../kernel/calls/shownErrors.ts";

/** Sends the request id, which is also in the log, with every response. */
export function answerRequestIds(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    withRequestId(request.id, done);
  });
}

/** The error body for an unsupported Expect header. */
export const expectationRefused = errorBody("VALIDATION_ERROR", "The only supported expectation is 100-continue", {});

/** Traces each request as a span named after its route, without ids or texts. */
export function traceRequests(app: FastifyInstance, traces: Traces): void {
  if (!traces.isOn) return;
  app.addHook("onResponse", async ({ id, method, routeOptions }, { elapsedTime, statusCode }) => {
    const until = Date.now();
    const name = `${method} ${routeOptions.url ?? "unknown"}`;
    traces.request(id, name, until - elapsedTime, until, {
      "http.request.method": method,
      "http.route": routeOptions.url ?? "",
      "http.response.status_code": statusCode,
    });
  });
}
