import type { LinkOptions } from "@hoplog/schema/links/options/options.js";

/** What a link does for visitors, as it is shown. */
export const shownStates = ["active", "inactive", "scheduled", "expired", "banned", "listed"] as const;
export type ShownState = (typeof shownStates)[number];

interface Link {
  readonly isActive: boolean;
  readonly banReason: string | null;
  readonly listedUrl: string | null;
  readonly options: LinkOptions;
}

/** As redirectors decide: first a ban, then the owner's switch, then a listing, then the time. */
export function stateOf(
  { banReason, isActive, listedUrl, options: { notBefore, expiresAt } }: Link,
  now: Date,
): ShownState {
  if (banReason !== null) return "banned";
  if (!isActive) return "inactive";
  if (listedUrl !== null) return "listed";
  if (notBefore !== undefined && now < new Date(notBefore)) return "scheduled";
  return expiresAt !== undefined && now >= new Date(expiresAt) ? "expired" : "active";
}
