import { isGraphqlCall } from "../../kernel/calls/apiCalls.ts";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { HoplogError, statusOf, UnavailableError } from "@hoplog/schema/errors.js";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { errorBody, internalErrorText } from "../../kernel/calls/shownErrors.ts";
import { databaseFailure } from "../../kernel/calls/databaseFailure.ts";
import { formatGraphqlError } from "../graphql/errors.ts";
import { RateLimitError, rateLimitHeaders } from "../../kernel/limits/rateLimitError.ts";

export function replyWithError(
  logger: Logger,
  thrown: FastifyError | HoplogError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = databaseFailure(thrown);
  if (failure) logger.error({ err: thrown, route: request.routeOptions.url }, failure.log);
  const error = failure?.error ?? thrown;
  if (error instanceof RateLimitError) reply.headers(rateLimitHeaders(error.standing));
  if (error instanceof UnavailableError) reply.header("retry-after", error.retryAfter);
  if (error instanceof HoplogError && isGraphqlCall(request.url)) {
    return reply
      .code(statusOf(error))
      .send({ errors: [formatGraphqlError(logger, { message: error.message }, error)] });
  }
  if (error instanceof HoplogError) {
    const details = error.type === "INTERNAL_ERROR" ? { ...error.details, requestId: request.id } : error.details;
    return reply.code(statusOf(error)).send(errorBody(error.type, error.message, details));
  }
  const status = "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500;
  if (status === 413) {
    // Without the header `connection: close`, Node reads the rest of the body. Closing a connection while the client is
    // sending may discard the response.
    reply.removeHeader("connection");
    return reply.code(413).send(errorBody("VALIDATION_ERROR", "The request is too large", {}));
  }
  if (status >= 400 && status < 500) {
    return reply.code(status).send(errorBody("VALIDATION_ERROR", badRequestText(error), {}));
  }
  logger.error({ err: error, method: request.method, route: request.routeOptions.url }, "a request failed");
  return reply.code(500).send(errorBody("INTERNAL_ERROR", internalErrorText, { requestId: request.id }));
}

function badRequestText(error: Error): string {
  switch ("code" in error && error.code) {
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return "Unsupported content type. Send application/json";
    case "FST_ERR_CTP_INVALID_JSON_BODY":
      return "The body is not valid JSON";
    default:
      return "Bad request";
  }
}
