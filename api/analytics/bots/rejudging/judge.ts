import { agentBotReason } from "@hoplog/platform/visitor/botRules.js";
import { botReasonOf, type CompiledRules } from "@hoplog/platform/visitor/workspaceRules.js";
import { z } from "zod";

/** Clicks with the same classification inputs. */
export const alike = z.object({
  /** Zeros if the owner makes no difference, as do asn and referrer then. */
  owner_id: z.string(),
  user_agent: z.string(),
  asn: z.number(),
  referrer: z.string(),
  flags: z.number(),
  /** The stored classification reason. */
  was: z.string(),
});
export type Alike = z.output<typeof alike>;

export interface Change extends Alike {
  /** The new classification reason; empty for people. */
  readonly becomes: string;
}

/** Classifies as ingest would now. */
export type Judge = (clicks: Alike) => string;

export function createJudge(
  rulesOf: ReadonlyMap<string, CompiledRules>,
  reasonOfAgent: (userAgent: string) => string = agentBotReason,
): Judge {
  return ({ owner_id, user_agent: userAgent, asn, referrer, flags }) =>
    botReasonOf(
      { flags, userAgent, agentReason: reasonOfAgent(userAgent), asn, referrer, ownVisit: "" },
      rulesOf.get(owner_id) ?? null,
    );
}

/** Returns those that are now classified differently. */
export function changesAmong(all: readonly Alike[], judge: Judge): Change[] {
  return all.flatMap((clicks) => {
    const becomes = judge(clicks);
    return becomes === clicks.was ? [] : [{ ...clicks, becomes }];
  });
}
