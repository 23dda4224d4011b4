import { HoplogError } from "@hoplog/schema/errors.js";

/** Where somebody stands with a limit. */
export interface Standing {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until all of it may be used again. */
  readonly resetSeconds: number;
}

/** RATE_LIMIT_ERROR; knows when to come again. */
export class RateLimitError extends HoplogError {
  readonly standing: Standing;

  constructor(standing: Standing, message = "Too many requests. Please try again later.") {
    super("RATE_LIMIT_ERROR", message);
    this.standing = standing;
  }
}

/** The headers that show a client its limits; `Retry-After` once it has reached one. */
export function rateLimitHeaders(standing: Standing): Record<string, string> {
  return {
    "ratelimit-limit": String(standing.limit),
    "ratelimit-remaining": String(standing.remaining),
    "ratelimit-reset": String(standing.resetSeconds),
    ...(!standing.allowed && { "retry-after": String(standing.resetSeconds) }),
  };
}
