import { type Phase, phasesOf } from "@hoplog/platform/plans/phase.js";
import type { LinkOptions } from "@hoplog/schema/links/options/options.js";

/** The states of a link, as shown to users. */
export const shownStates = [
  "active",
  "inactive",
  "scheduled",
  "expired",
  "usedUp",
  "banned",
  "unreachable",
  "listed",
] as const;
export type ShownState = (typeof shownStates)[number];

interface Link {
  readonly isActive: boolean;
  readonly banReason: string | null;
  readonly listedUrl: string | null;
  readonly options: LinkOptions;
}

/** Facts that determine the state in addition to the link's row. */
interface Surroundings {
  /** Whether the link's domain is not served. */
  readonly isUnreachable: boolean;
  /** Remaining visits; null without a cap. */
  readonly visitsLeft: number | null;
}

const shownPhases: Readonly<Record<Exclude<Phase, "open">, ShownState>> = { notYet: "scheduled", expired: "expired" };

/**
 * Returns the state of a link. The first match applies: a ban, a domain that is not served, `isActive`, a listing, the
 * time, the remaining visits. From `isActive` on, the order is that of redirectors.
 */
export function stateOf(link: Link, now: Date, { isUnreachable, visitsLeft }: Surroundings): ShownState {
  const { banReason, isActive, listedUrl, options } = link;
  if (banReason !== null) return "banned";
  if (isUnreachable) return "unreachable";
  if (!isActive) return "inactive";
  if (listedUrl !== null) return "listed";
  const phase = phasesOf(options)(now.getTime());
  if (phase !== "open") return shownPhases[phase];
  return visitsLeft === 0 ? "usedUp" : "active";
}
