import { HoplogError } from "@hoplog/schema/errors.js";

/** The state of a rate limit for one key. */
export interface RateLimitState {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the whole limit is available again, an integer. */
  readonly resetSeconds: number;
}

/** A RATE_LIMIT_ERROR with the state of the limit, which includes when to retry. */
export class RateLimitError extends HoplogError {
  readonly standing: RateLimitState;

  constructor(standing: RateLimitState, message = "Too many requests. Please try again later.") {
    super("RATE_LIMIT_ERROR", message);
    this.standing = standing;
  }
}

/** Returns the rate-limit headers of a response, with `Retry-After` if the limit is reached. */
export function rateLimitHeaders(standing: RateLimitState): Record<string, string> {
  return {
    "ratelimit-limit": String(standing.limit),
    "ratelimit-remaining": String(standing.remaining),
    "ratelimit-reset": String(standing.resetSeconds),
    ...(!standing.allowed && { "retry-after": String(standing.resetSeconds) }),
  };
}
