import type { ListedLink } from "./listedLink.ts";

/** What a link does for visitors, where it is not as its owner has switched it. */
const stateBadges: Readonly<Partial<Record<ListedLink["state"], string>>> = {
  SCHEDULED: "Scheduled",
  EXPIRED: "Expired",
  USED_UP: "Used up",
  BANNED: "Banned",
  LISTED: "Warning shown",
  UNREACHABLE: "Unreachable",
};

export function stateBadgeOf({ state }: ListedLink): string | undefined {
  return stateBadges[state];
}
