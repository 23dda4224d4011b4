import { requestIdHeader } from "@hoplog/platform/http/requestIds.js";
import { withRequestId } from "@hoplog/platform/logging/requestId.js";
import type { Traces } from "@hoplog/platform/tracing/traces.js";
import type { FastifyInstance } from "fastify";
import { errorBody } from "../../kernel/calls/shownErrors.ts";

/** Every answer says its request's id, which stands in the log as well. */
export function answerRequestIds(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    withRequestId(request.id, done);
  });
}

/** What an expectation that is not met is answered with. */
export const expectationRefused = errorBody("VALIDATION_ERROR", "The only expectation that is met is 100-continue", {});

/** Each answered request is a span under its route, which holds neither ids nor texts. */
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
