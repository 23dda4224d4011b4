import type { DomainState } from "@hoplog/schema/domains/state.js";
import type { Findings } from "./findings.ts";

export const dayMs = 24 * 60 * 60 * 1000;
/** Grace period during which a domain remains its owner's without a TXT record (ms). */
export const graceMs = 7 * dayMs;

type LiveState = Exclude<DomainState, "removed">;

export interface Known {
  readonly state: LiveState;
  /** The time of the first check that found no TXT record; null while checks find it. */
  readonly missingAt: Date | null;
  /** Whether the domain is served for another account. */
  readonly isTaken: boolean;
}

/** Returns the state of a domain after a check. Unanswered lookups change nothing. */
export function nextState({ state, missingAt, isTaken }: Known, findings: Findings, now: Date): LiveState {
  const { isOwned, traffic } = findings;
  const isProved = state === "verified" || state === "misconfigured";
  if (!isProved) {
    if (isOwned !== true || traffic === null || isTaken) return state;
    return traffic === "here" ? "verified" : "misconfigured";
  }
  if (isOwned === false) {
    return missingAt !== null && now.getTime() - missingAt.getTime() > graceMs ? "lost" : "misconfigured";
  }
  if (traffic !== null && traffic !== "here") return "misconfigured";
  return isOwned === true && traffic === "here" ? "verified" : state;
}

/** Returns the time since which the TXT record has been missing, after a check; null if the record exists. */
export function missingSince({ isOwned }: Findings, missingAt: Date | null, now: Date): Date | null {
  if (isOwned === null) return missingAt;
  return isOwned ? null : (missingAt ?? now);
}

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;

/**
 * Returns the time of the next check: soon for a domain that is being set up or whose lookups were not answered, daily
 * for others. `share` in [0, 1) spreads checks.
 */
export function nextCheck(
  domain: { readonly state: LiveState; readonly addedAt: Date; readonly isAnswered: boolean },
  now: Date,
  share: number,
): Date {
  const age = now.getTime() - domain.addedAt.getTime();
  const isSetUp = domain.state === "verified" || domain.state === "lost";
  const settled = isSetUp || age >= 7 * dayMs ? dayMs : age >= dayMs ? hourMs : 5 * minuteMs;
  const everyMs = domain.isAnswered ? settled : Math.min(settled, 15 * minuteMs);
  return new Date(now.getTime() + Math.round(everyMs * (0.9 + 0.2 * share)));
}
