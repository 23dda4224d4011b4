import type { DestinationProblem } from "../core/destinationOfLink.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

export type Problem = DestinationProblem;

/** What a request to a destination came to. */
export type Outcome =
  /** Somebody is there, also where we are not let in. */
  | { readonly is: "there"; readonly status: number }
  | { readonly is: "failed"; readonly problem: Problem; readonly status: number | null }
  /** It says nothing about the destination; perhaps when to come again. */
  | { readonly is: "unclear"; readonly status: number | null; readonly againInMs: number | null };

/** What is remembered of a destination from one check to the next. */
export interface Health {
  /** In a row. */
  readonly failures: number;
  readonly failingSince: Date | null;
  readonly deadSince: Date | null;
  readonly problem: Problem | null;
}

export interface Checked extends Health {
  readonly nextInMs: number;
}

/** What may well be over soon, and is often only so for us. */
const passing: ReadonlySet<Problem> = new Set(["serverError", "noAnswer", "tooManyRedirects"]);

/** A destination is dead once so many checks in a row have failed, over so long a time. */
const deadAfter = {
  lasting: { failures: 2, ms: 6 * hourMs },
  passing: { failures: 3, ms: 3 * dayMs },
} as const;

export const checkMs = dayMs;
const recheckMs = 8 * hourMs;
const unclearMs = 2 * hourMs;
/** Nobody may have us come sooner, or stay away for longer. */
const [soonestMs, latestMs] = [hourMs, 7 * dayMs];

/** `chance` from 0 to 1 spreads checks, so that those of one day are not all at its same minute. */
export function judge(before: Health, outcome: Outcome, now: Date, chance: number): Checked {
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

/** What an answer says of a destination. `retryAfterMs`: as its server has it. */
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
