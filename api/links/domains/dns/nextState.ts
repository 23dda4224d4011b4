import type { DomainState } from "@hoplog/schema/domains/state.js";
import type { Findings } from "./findings.ts";

export const dayMs = 24 * 60 * 60 * 1000;
/** So long a domain stays its owner's without its TXT record. */
export const graceMs = 7 * dayMs;

type LiveState = Exclude<DomainState, "removed">;

export interface Known {
  readonly state: LiveState;
  /** Since when checks have found no TXT record; null while they find it. */
  readonly missingAt: Date | null;
  /** It is served for another account. */
  readonly isTaken: boolean;
}

/** What a check makes of a domain. What nobody could say changes nothing. */
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

/** When it began to be missing, after a check. */
export function missingSince({ isOwned }: Findings, missingAt: Date | null, now: Date): Date | null {
  if (isOwned === null) return missingAt;
  return isOwned ? null : (missingAt ?? now);
}

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;

/** What is being set up is checked often, all else daily. `share` in [0, 1) keeps checks from coming together. */
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
