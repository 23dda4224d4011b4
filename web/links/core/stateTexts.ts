import type { ListedLink } from "./listedLink.ts";

/** Badges for states that differ from the link's active switch. */
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
