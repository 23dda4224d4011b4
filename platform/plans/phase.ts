import type { LinkPlan } from "@hoplog/schema/links/options/plan.js";

/** What a link's own times say of a moment. */
export type Phase = "notYet" | "open" | "expired";

/**
 * Tells in which phase a link is at a moment, in milliseconds since the epoch: it is open from its first instant on and before the
 * one at which it expires.
 */
export function phasesOf({ notBefore, expiresAt }: Pick<LinkPlan, "notBefore" | "expiresAt">): (at: number) => Phase {
  const opensAt = notBefore === undefined ? -Infinity : Date.parse(notBefore);
  const endsAt = expiresAt === undefined ? Infinity : Date.parse(expiresAt);
  return (at) => {
    if (at < opensAt) return "notYet";
    return at >= endsAt ? "expired" : "open";
  };
}
