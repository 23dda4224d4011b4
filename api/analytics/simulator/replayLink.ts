import { validationError } from "@hoplog/schema/errors.js";
import type { Rule } from "@hoplog/schema/links/options/rule.js";
import type { Member } from "../../kernel/access/authorize.ts";
import { getLink } from "../../links/core/queries.ts";
import { withRules } from "./proposedRules.ts";
import { type Replay, replayRules } from "./replay.ts";
import type { TrialServices } from "./services.ts";

export const replayDays = { min: 7, max: 90, default: 30 } as const;
const dayMs = 24 * 60 * 60 * 1000;

/** The rules and their replayed clicks, in the same order. */
export interface ReplayedLink extends Replay {
  readonly proposed: readonly Rule[];
}

/**
 * Replays the link's rules, or proposed ones, over its clicks of the last days. Throws NOT_FOUND_ERROR,
 * AUTHORIZATION_ERROR, VALIDATION_ERROR for days and rules.
 */
export async function replayLink(
  services: TrialServices,
  member: Member,
  id: string,
  { rules, days = replayDays.default }: { readonly rules?: unknown; readonly days?: number | undefined },
): Promise<ReplayedLink> {
  const link = await getLink(services, member, id, "stats:read");
  if (!Number.isInteger(days) || days < replayDays.min || days > replayDays.max) {
    const message = `Must be a whole number from ${replayDays.min} to ${replayDays.max}`;
    throw validationError([{ field: "days", message }]);
  }
  const { rules: proposed = [], timeZone } = withRules(link, rules, services.ownHosts);
  const to = services.now();
  const from = new Date(to.getTime() - days * dayMs);
  return { proposed, ...(await replayRules(services.clickhouse, { link, rules: proposed, timeZone, from, to })) };
}
