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
  /** The login is too old for this call: confirm it by `POST /api/auth/confirm`, then repeat the call. Never for API keys. */
  readonly confirm?: boolean | undefined;
}

export interface ErrorFacts {
  /** The server's, or `UNEXPECTED_ANSWER`, `CONNECTION_ERROR`, `TIMEOUT_ERROR`. */
  readonly type: string;
  readonly status?: number | undefined;
  readonly details?: ErrorDetails | undefined;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** Every failure of a call, but for one that its own `signal` has aborted. */
export class HoplogError extends Error {
  override readonly name: string = "HoplogError";
  readonly type: string;
  /** Of the answer; undefined where none came. */
  readonly status: number | undefined;
  readonly details: ErrorDetails;
  /** Seconds that the server asks to wait for. */
  readonly retryAfter: number | undefined;

  constructor(message: string, { type, status, details = {}, retryAfter, cause }: ErrorFacts) {
    super(message, cause === undefined ? undefined : { cause });
    this.type = type;
    this.status = status;
    this.details = details;
    this.retryAfter = retryAfter;
  }
}

/** Something in the call can't be taken. */
export class ValidationError extends HoplogError {
  override readonly name = "ValidationError";

  /** Every field that is wrong. */
  get fields(): readonly FieldError[] {
    return this.details.fields ?? [];
  }
}

/** No key or token, or one that is not valid (any more). */
export class AuthenticationError extends HoplogError {
  override readonly name = "AuthenticationError";
}

/** The key or token may not do this. */
export class AuthorizationError extends HoplogError {
  override readonly name = "AuthorizationError";
}

/** Something else has this already, or has changed in the meantime. */
export class ConflictError extends HoplogError {
  override readonly name = "ConflictError";

  get field(): string | undefined {
    return this.details.field;
  }
}

/** Not there, or somebody else's. */
export class NotFoundError extends HoplogError {
  override readonly name = "NotFoundError";
}

/** Too many requests; `retryAfter` says when to try again. */
export class RateLimitError extends HoplogError {
  override readonly name = "RateLimitError";
}

/** The server has failed, or a database of it is away. */
export class ServerError extends HoplogError {
  override readonly name = "ServerError";
}

/** What has answered isn't hoplog, or something between it and us. */
export class UnexpectedAnswerError extends HoplogError {
  override readonly name = "UnexpectedAnswerError";
}

/** No answer came, or it broke off. */
export class ConnectionError extends HoplogError {
  override readonly name: string = "ConnectionError";
}

/** No answer came in time. */
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

/** The error for an answer that isn't good, read from its body. */
export function errorOfAnswer(status: number, body: unknown, retryAfter: number | undefined): HoplogError {
  if (!isFailure(body)) {
    const facts = { type: "UNEXPECTED_ANSWER", status, retryAfter };
    return new UnexpectedAnswerError(`The server answered with status ${status}, and not as hoplog does`, facts);
  }
  const { type, details } = body.error;
  // A newer server may have types that this version doesn't know.
  const kind = Object.hasOwn(classes, type) ? classes[type] : HoplogError;
  return new kind(body.message, { type, status, details, retryAfter });
}

function isFailure(body: unknown): body is Failure {
  if (typeof body !== "object" || body === null || !("message" in body) || !("error" in body)) return false;
  const { message, error } = body;
  return typeof message === "string" && typeof error === "object" && error !== null && "type" in error;
}
