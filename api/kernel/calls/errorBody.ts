import type { ErrorDetails, ErrorType } from "@hoplog/schema/errors.js";
import type { FastifyReply } from "fastify";

/** The body of every failed REST call. */
export function errorBody(type: ErrorType, message: string, details: ErrorDetails) {
  return { success: false, message, error: { type, message, details } };
}

export function replyNotFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).send(errorBody("NOT_FOUND_ERROR", "Resource not found", {}));
}
