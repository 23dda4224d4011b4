import { agentBotReason } from "@hoplog/platform/visitor/botRules.js";
import { botReasonOf, type CompiledRules } from "@hoplog/platform/visitor/workspaceRules.js";
import { z } from "zod";

/** Clicks with the same classification inputs. */
export const clickClass = z.object({
  /** All zeros if the classification does not depend on the owner; `asn` is then 0, and `referrer` is empty. */
  owner_id: z.string(),
  user_agent: z.string(),
  asn: z.number(),
  referrer: z.string(),
  flags: z.number(),
  /** The stored classification reason. */
  was: z.string(),
});
export type ClickClass = z.output<typeof clickClass>;

export interface Change extends ClickClass {
  /** The new classification reason; empty for people. */
  readonly becomes: string;
}

/** Returns the classification reason that ingest would store now; empty for people. */
export type Classify = (clicks: ClickClass) => string;

export function createClassifier(
  rulesOf: ReadonlyMap<string, CompiledRules>,
  reasonOfAgent: (userAgent: string) => string = agentBotReason,
): Classify {
  return ({ owner_id, user_agent: userAgent, asn, referrer, flags }) =>
    botReasonOf(
      { flags, userAgent, agentReason: reasonOfAgent(userAgent), asn, referrer, ownVisit: "" },
      rulesOf.get(owner_id) ?? null,
    );
}

/** Returns the groups of clicks that are now classified differently. */
export function changesAmong(all: readonly ClickClass[], classify: Classify): Change[] {
  return all.flatMap((clicks) => {
    const becomes = classify(clicks);
    return becomes === clicks.was ? [] : [{ ...clicks, becomes }];
  });
}
