import type { components } from "../generated/openapi.ts";

type Failure = components["schemas"]["Failure"];
export type ErrorType = Failure["error"]["type"];

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

export interface ErrorDetails {
  readonly field?: string | undefined;
  readonly fields?: readonly FieldError[] | undefined;
  /**
   * True if the session's login is too old for this call: confirm the login with `POST /api/auth/confirm`, then repeat
   * the call. Never true for API keys.
   */
  readonly confirm?: boolean | undefined;
}

export interface ErrorFacts {
  /** The server's error type, or `UNEXPECTED_ANSWER`, `CONNECTION_ERROR` or `TIMEOUT_ERROR`. */
  readonly type: string;
  readonly status?: number | undefined;
  readonly details?: ErrorDetails | undefined;
  /** Seconds to wait before a retry, from the server. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/**
 * Base class of the errors of failed calls. Calls that are aborted reject with the reason of their `signal` instead.
 */
export class HoplogError extends Error {
  override readonly name: string = "HoplogError";
  readonly type: string;
  /** HTTP status of the response; undefined if there was none. */
  readonly status: number | undefined;
  readonly details: ErrorDetails;
  /** Seconds to wait before a retry; undefined if the server did not request it. */
  readonly retryAfter: number | undefined;

  constructor(message: string, { type, status, details = {}, retryAfter, cause }: ErrorFacts) {
    super(message, cause === undefined ? undefined : { cause });
    this.type = type;
    this.status = status;
    this.details = details;
    this.retryAfter = retryAfter;
  }
}

/** The server rejected a value in the call. */
export class ValidationError extends HoplogError {
  override readonly name = "ValidationError";

  /** The invalid fields that the server reported; empty if it reported none. */
  get fields(): readonly FieldError[] {
    return this.details.fields ?? [];
  }
}

/** The key or token is missing, invalid, expired or revoked. */
export class AuthenticationError extends HoplogError {
  override readonly name = "AuthenticationError";
}

/** The key or token lacks permission for this call. */
export class AuthorizationError extends HoplogError {
  override readonly name = "AuthorizationError";
}

/** The value is already taken, or the resource was changed in the meantime. */
export class ConflictError extends HoplogError {
  override readonly name = "ConflictError";

  get field(): string | undefined {
    return this.details.field;
  }
}

/** The resource does not exist, or belongs to another workspace. */
export class NotFoundError extends HoplogError {
  override readonly name = "NotFoundError";
}

/** Too many requests. Retry after `retryAfter` seconds. */
export class RateLimitError extends HoplogError {
  override readonly name = "RateLimitError";
}

/** The server failed, or one of its databases is unavailable. */
export class ServerError extends HoplogError {
  override readonly name = "ServerError";
}

/** The response is not from hoplog, but for example from a proxy. */
export class UnexpectedAnswerError extends HoplogError {
  override readonly name = "UnexpectedAnswerError";
}

/** The connection failed or broke before the response was complete. */
export class ConnectionError extends HoplogError {
  override readonly name: string = "ConnectionError";
}

/** No complete response arrived within `timeout`. */
export class TimeoutError extends ConnectionError {
  override readonly name = "TimeoutError";
}

const classes: Readonly<Record<ErrorType, typeof HoplogError>> = {
  VALIDATION_ERROR: ValidationError,
  AUTHENTICATION_ERROR: AuthenticationError,
  AUTHORIZATION_ERROR: AuthorizationError,
  CONFLICT_ERROR: ConflictError,
  NOT_FOUND_ERROR: NotFoundError,
  RATE_LIMIT_ERROR: RateLimitError,
  INTERNAL_ERROR: ServerError,
};

/** Returns the error for a failed response, read from its body. */
export function errorOfAnswer(status: number, body: unknown, retryAfter: number | undefined): HoplogError {
  if (!isFailure(body)) {
    const facts = { type: "UNEXPECTED_ANSWER", status, retryAfter };
    return new UnexpectedAnswerError(
      `The response (status ${status}) is not from hoplog. Check the url of the client, and proxies between client and server.`,
      facts,
    );
  }
  const { type, details } = body.error;
  // A newer server may have error types that this version doesn't know.
  const kind = Object.hasOwn(classes, type) ? classes[type] : HoplogError;
  return new kind(body.message, { type, status, details, retryAfter });
}

function isFailure(body: unknown): body is Failure {
  if (typeof body !== "object" || body === null || !("message" in body) || !("error" in body)) return false;
  const { message, error } = body;
  return typeof message === "string" && typeof error === "object" && error !== null && "type" in error;
}
