const [second, minute, hour] = [1000, 60_000, 3_600_000];

/** After each attempt that has failed; after the last one a message has failed. */
const pauses = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour] as const;

/** Attempts of one message. */
export const attemptsMax = pauses.length + 1;

/** Nobody has us wait for longer than this. */
const retryAfterMaxMs = 24 * hour;

/** Up to so much of a pause is added, so that what has failed together doesn't come back together. */
const jitter = 0.2;

/** What an attempt has come to. */
export interface Answered {
  /** Null where there was no answer. */
  readonly status: number | null;
  /** What a Retry-After header asks for, in milliseconds; null for none. */
  readonly retryAfterMs: number | null;
}

export type Verdict =
  | { readonly is: "delivered" }
  /** Nobody wants any more: the webhook is switched off. */
  | { readonly is: "gone" }
  | { readonly is: "failed"; readonly holdMs: number | null }
  | { readonly is: "retried"; readonly inMs: number; readonly holdMs: number | null };

/**
 * What becomes of a message after an attempt; `attempts` are those of it, this one included, `chance` is from 0 to 1. A pause that
 * the receiver asks for holds for all that goes there.
 */
export function verdictOn({ status, retryAfterMs }: Answered, attempts: number, chance: number): Verdict {
  if (status !== null && status >= 200 && status < 300) return { is: "delivered" };
  if (status === 410) return { is: "gone" };
  const isAsked = (status === 429 || status === 503) && retryAfterMs !== null && retryAfterMs > 0;
  const holdMs = isAsked ? Math.min(retryAfterMs, retryAfterMaxMs) : null;
  const pause = pauses[attempts - 1];
  if (pause === undefined) return { is: "failed", holdMs };
  return { is: "retried", inMs: Math.max(Math.round(pause * (1 + jitter * chance)), holdMs ?? 0), holdMs };
}
