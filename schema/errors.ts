import type { Challenge } from "./secondFactor.ts";

/** The error types of the public API, the same in REST bodies and GraphQL `extensions`. */
export const errorTypes = [
  "VALIDATION_ERROR",
  "AUTHENTICATION_ERROR",
  "AUTHORIZATION_ERROR",
  "CONFLICT_ERROR",
  "NOT_FOUND_ERROR",
  "RATE_LIMIT_ERROR",
  "INTERNAL_ERROR",
] as const;

export type ErrorType = (typeof errorTypes)[number];

export const httpStatusOf: Readonly<Record<ErrorType, number>> = {
  VALIDATION_ERROR: 422,
  AUTHENTICATION_ERROR: 401,
  AUTHORIZATION_ERROR: 403,
  CONFLICT_ERROR: 409,
  NOT_FOUND_ERROR: 404,
  RATE_LIMIT_ERROR: 429,
  INTERNAL_ERROR: 500,
};

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

export interface ErrorDetails {
  readonly field?: string;
  readonly fields?: readonly FieldError[];
  /** The sign-in is too old for this call: confirm it with POST /api/auth/confirm, then repeat the call. */
  readonly confirm?: true;
  /** The sign-in waits for the second factor: complete it with the GraphQL mutation `completeChallenge`. */
  readonly challenge?: Challenge;
  /** ID of the request in the server's log, for failures that the caller did not cause. */
  readonly requestId?: string;
}

/** An error whose message is shown to users unchanged. The caller caused it, except an {@link UnavailableError}. */
export class HoplogError extends Error {
  readonly type: ErrorType;
  readonly details: ErrorDetails;

  constructor(type: ErrorType, message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = "HoplogError";
    this.type = type;
    this.details = details;
  }
}

/** A database is temporarily unavailable: INTERNAL_ERROR with a user-facing message, status 503 and `Retry-After`. */
export class UnavailableError extends HoplogError {
  /** Value of `Retry-After` in seconds. */
  readonly retryAfter = 5;

  constructor(message: string, cause?: unknown) {
    super("INTERNAL_ERROR", message);
    this.cause = cause;
  }
}

/** The resource has changed since the caller read it: CONFLICT_ERROR with status 412. */
export class PreconditionError extends HoplogError {
  constructor() {
    super("CONFLICT_ERROR", "The resource was changed in the meantime. Read it again, then repeat the change", {
      field: "If-Match",
    });
  }
}

/** Returns the HTTP status of an error. */
export function statusOf(error: HoplogError): number {
  if (error instanceof UnavailableError) return 503;
  return error instanceof PreconditionError ? 412 : httpStatusOf[error.type];
}

/** Creates a VALIDATION_ERROR with the message of the first field. `fields` must not be empty. */
export function validationError(fields: readonly FieldError[]): HoplogError {
  return new HoplogError("VALIDATION_ERROR", fields[0]?.message ?? "Validation failed", { fields });
}

export function conflictError(field: string, message: string): HoplogError {
  return new HoplogError("CONFLICT_ERROR", message, { field });
}

export function notFoundError(
  what:
    | "Link"
    | "Group"
    | "Tag"
    | "User"
    | "Workspace"
    | "Domain"
    | "Note"
    | "Share"
    | "Report"
    | "Alarm"
    | "Page"
    | "Session"
    | "SQL access"
    | "Preset"
    | "Export"
    | "Job"
    | "Import"
    | "Key"
    | "Webhook"
    | "Message"
    | "Conversion"
    | "Outlet"
    | "Query",
): HoplogError {
  return new HoplogError("NOT_FOUND_ERROR", `${what} not found`);
}

export function authenticationError(message: string): HoplogError {
  return new HoplogError("AUTHENTICATION_ERROR", message);
}
