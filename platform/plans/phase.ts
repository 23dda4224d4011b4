import type { LinkPlan } from "@hoplog/schema/links/options/plan.js";

/** The state of a link at a time, according to its schedule. */
export type Phase = "notYet" | "open" | "expired";

/**
 * Returns a function that computes a link's phase at a time in milliseconds since the epoch: it is open from
 * `notBefore` (included) to `expiresAt` (excluded).
 */
export function phasesOf({ notBefore, expiresAt }: Pick<LinkPlan, "notBefore" | "expiresAt">): (at: number) => Phase {
  const opensAt = notBefore === undefined ? -Infinity : Date.parse(notBefore);
  const endsAt = expiresAt === undefined ? Infinity : Date.parse(expiresAt);
  return (at) => {
    if (at < opensAt) return "notYet";
    return at >= endsAt ? "expired" : "open";
  };
}
