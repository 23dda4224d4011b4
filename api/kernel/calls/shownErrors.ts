import type { ErrorDetails, ErrorType, HoplogError } from "@hoplog/schema/errors.js";
import type { FastifyReply } from "fastify";

/** Returns the body of a failed REST call. */
export function errorBody(type: ErrorType, message: string, details: ErrorDetails) {
  return { success: false, message, error: { type, message, details } };
}

export function replyNotFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).send(errorBody("NOT_FOUND_ERROR", "Resource not found", {}));
}

/** Message of failures that neither callers nor an unavailable database caused. */
export const internalErrorText = "Internal server error. Please try again later.";

/** Maximum characters of an error that is stored for one row of many. */
const lineMax = 500;

/**
 * Formats an error as one line for users. If several fields have errors, only the first one is included, because a row
 * has room for one.
 */
export function errorLine({ message, details }: HoplogError): string {
  return (details.fields?.[0]?.message ?? message).slice(0, lineMax);
}
