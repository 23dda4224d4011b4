import { ApolloServerErrorCode, unwrapResolverError } from "@apollo/server/errors";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { currentRequestId } from "@hoplog/platform/logging/requestId.js";
import {
  type ErrorType,
  HoplogError,
  httpStatusOf,
  PreconditionError,
  statusOf,
  UnavailableError,
} from "@hoplog/schema/errors.js";
import { GraphQLError, type GraphQLFormattedError } from "graphql";
import { databaseFailure } from "../../kernel/calls/databaseFailure.ts";
import { internalErrorText } from "../../kernel/calls/shownErrors.ts";
import { RateLimitError, rateLimitHeaders } from "../../kernel/limits/rateLimitError.ts";

/** Apollo's codes for caller mistakes; their messages contain no internals. */
const callerMistakes: ReadonlySet<string> = new Set<string>([
  ApolloServerErrorCode.BAD_USER_INPUT,
  ApolloServerErrorCode.GRAPHQL_PARSE_FAILED,
  ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED,
  ApolloServerErrorCode.OPERATION_RESOLUTION_FAILURE,
  ApolloServerErrorCode.BAD_REQUEST,
  ApolloServerErrorCode.PERSISTED_QUERY_NOT_FOUND,
  ApolloServerErrorCode.PERSISTED_QUERY_NOT_SUPPORTED,
]);

/** The message of an error that Apollo returns without a code. */
const wrongHash = "provided sha does not match query";

/** Gives every error a type of the catalogue. Unexpected errors are logged, and callers see only a generic message. */
export function formatGraphqlError(
  logger: Logger,
  formatted: GraphQLFormattedError,
  error: unknown,
): GraphQLFormattedError {
  const thrown = error instanceof GraphQLError ? error.originalError : undefined;
  // Apollo unwraps errors of resolvers; errors thrown before any resolver ran have no path.
  const unwrapped = thrown instanceof HoplogError ? thrown : unwrapResolverError(error);
  const failure = databaseFailure(unwrapped);
  if (failure) logger.error({ err: unwrapped, path: formatted.path }, failure.log);
  const cause = failure?.error ?? unwrapped;
  if (cause instanceof HoplogError) {
    return describe(formatted, cause.type, cause.message, { ...cause.details }, moreOf(cause));
  }
  const code = formatted.extensions?.["code"];
  if ((typeof code === "string" && callerMistakes.has(code)) || formatted.message === wrongHash) {
    return describe(formatted, "VALIDATION_ERROR", formatted.message, {});
  }
  logger.error({ err: cause, path: formatted.path }, "a GraphQL operation failed");
  return describe(formatted, "INTERNAL_ERROR", internalErrorText, {});
}

/** Returns extensions with the status or the headers that REST would send; the server sends `rateLimit` as headers. */
function moreOf(error: HoplogError): Record<string, unknown> {
  if (error instanceof PreconditionError) return { status: statusOf(error) };
  if (error instanceof UnavailableError) return { status: statusOf(error), retryAfter: error.retryAfter };
  if (!(error instanceof RateLimitError)) return {};
  return { retryAfter: error.standing.resetSeconds, rateLimit: rateLimitHeaders(error.standing) };
}

function describe(
  { path, locations }: GraphQLFormattedError,
  type: ErrorType,
  message: string,
  details: Record<string, unknown>,
  more: Record<string, unknown> = {},
): GraphQLFormattedError {
  const requestId = type === "INTERNAL_ERROR" ? currentRequestId() : undefined;
  const told = { ...details, ...(requestId !== undefined && { requestId }) };
  const extensions = { code: type, type, status: httpStatusOf[type], details: told, ...more };
  return { message, ...(path && { path }), ...(locations && { locations }), extensions };
}
