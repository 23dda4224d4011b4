import type { DestinationProblem } from "../core/destinationOfLink.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

export type Problem = DestinationProblem;

/** The outcome of a request to a destination. */
export type Outcome =
  /** A server responded, even if it denied access. */
  | { readonly is: "there"; readonly status: number }
  | { readonly is: "failed"; readonly problem: Problem; readonly status: number | null }
  /** The response reveals nothing about the destination, except perhaps when to retry. */
  | { readonly is: "unclear"; readonly status: number | null; readonly againInMs: number | null };

/** The state of a destination between checks. */
export interface Health {
  /** Consecutive failures. */
  readonly failures: number;
  readonly failingSince: Date | null;
  readonly deadSince: Date | null;
  readonly problem: Problem | null;
}

export interface Checked extends Health {
  readonly nextInMs: number;
}

/** Problems that are often temporary, or only affect our requests. */
const passing: ReadonlySet<Problem> = new Set(["serverError", "noAnswer", "tooManyRedirects"]);

/** A destination is dead after this number of consecutive failed checks, if they span at least this time. */
const deadAfter = {
  lasting: { failures: 2, ms: 6 * hourMs },
  passing: { failures: 3, ms: 3 * dayMs },
} as const;

export const checkMs = dayMs;
const recheckMs = 8 * hourMs;
const unclearMs = 2 * hourMs;
/** Minimum and maximum delay that a server may request (ms). */
const [soonestMs, latestMs] = [hourMs, 7 * dayMs];

/** Updates the state after a check; `chance` from 0 to 1 spreads checks over time. */
export function updateHealth(before: Health, outcome: Outcome, now: Date, chance: number): Checked {
  const spread = (ms: number) => Math.round(ms * (0.9 + chance * 0.2));
  if (outcome.is === "unclear") {
    const { againInMs } = outcome;
    return { ...before, nextInMs: againInMs === null ? spread(unclearMs) : bounded(againInMs) };
  }
  if (outcome.is === "there") {
    return { failures: 0, failingSince: null, deadSince: null, problem: null, nextInMs: spread(checkMs) };
  }
  const { problem } = outcome;
  const failures = before.failures + 1;
  const failingSince = before.failingSince ?? now;
  const { failures: enough, ms } = deadAfter[passing.has(problem) ? "passing" : "lasting"];
  const isDead = failures >= enough && now.getTime() - failingSince.getTime() >= ms;
  const deadSince = before.deadSince ?? (isDead ? failingSince : null);
  return { failures, failingSince, deadSince, problem, nextInMs: spread(deadSince ? checkMs : recheckMs) };
}

function bounded(ms: number): number {
  return Math.min(latestMs, Math.max(soonestMs, ms));
}

/** Returns the outcome of a response status. `retryAfterMs` is the server's Retry-After. */
export function outcomeOfStatus(status: number, retryAfterMs: number | null): Outcome {
  if (status === 404 || status === 410) return { is: "failed", problem: "notFound", status };
  if (status === 429) return { is: "unclear", status, againInMs: retryAfterMs };
  if (status >= 500 && status <= 599) {
    return retryAfterMs === null
      ? { is: "failed", problem: "serverError", status }
      : { is: "unclear", status, againInMs: retryAfterMs };
  }
  return { is: "there", status };
}
