import type { ListedLink } from "./listedLink.ts";

/** What a link does for visitors, where it is not as its owner has switched it. */
const stateBadges: Readonly<Partial<Record<ListedLink["state"], string>>> = {
  scheduled: "Scheduled",
  expired: "Expired",
  usedUp: "Used up",
  banned: "Banned",
  listed: "Warning shown",
  unreachable: "Unreachable",
};

export function stateBadgeOf({ state }: ListedLink): string | undefined {
  return stateBadges[state];
}
