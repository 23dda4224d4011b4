const [second, minute, hour] = [1000, 60_000, 3_600_000];

/** Pauses after failed attempts. The attempt after the last pause is the final one. */
const pauses = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour] as const;

/** Maximum attempts of one message. */
export const attemptsMax = pauses.length + 1;

/** Maximum delay that a receiver may request with Retry-After. */
const retryAfterMaxMs = 24 * hour;

/** Maximum share added to a pause, so that messages that failed together are not retried together. */
const jitter = 0.2;

/** The outcome of an attempt. */
export interface Answered {
  /** Response status; null without a response. */
  readonly status: number | null;
  /** The Retry-After header in milliseconds; null for none. */
  readonly retryAfterMs: number | null;
}

export type Verdict =
  | { readonly is: "delivered" }
  /** The receiver is gone (410): the webhook is disabled. */
  | { readonly is: "gone" }
  | { readonly is: "failed"; readonly holdMs: number | null }
  | { readonly is: "retried"; readonly inMs: number; readonly holdMs: number | null };

/**
 * Decides what happens to a message after an attempt; `attempts` includes this one, `chance` is from 0 to 1. A pause
 * that the receiver requests applies to all messages to it.
 */
export function verdictOn({ status, retryAfterMs }: Answered, attempts: number, chance: number): Verdict {
  if (status !== null && status >= 200 && status < 300) return { is: "delivered" };
  if (status === 410) return { is: "gone" };
  const isRetryRequested = (status === 429 || status === 503) && retryAfterMs !== null && retryAfterMs > 0;
  const holdMs = isRetryRequested ? Math.min(retryAfterMs, retryAfterMaxMs) : null;
  const pause = pauses[attempts - 1];
  if (pause === undefined) return { is: "failed", holdMs };
  return { is: "retried", inMs: Math.max(Math.round(pause * (1 + jitter * chance)), holdMs ?? 0), holdMs };
}
