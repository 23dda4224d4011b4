import { agentBotReason } from "@hoplog/platform/visitor/botRules.js";
import { botReasonOf, type CompiledRules } from "@hoplog/platform/visitor/workspaceRules.js";
import { z } from "zod";

/** Clicks that are alike in all that their verdict rests on. */
export const alike = z.object({
  /** Zeros where it makes no difference, and so are asn and referrer there. */
  owner_id: z.string(),
  user_agent: z.string(),
  asn: z.number(),
  referrer: z.string(),
  flags: z.number(),
  /** Why they were judged so. */
  was: z.string(),
});
export type Alike = z.output<typeof alike>;

export interface Change extends Alike {
  /** Why they are judged so now; empty for people. */
  readonly becomes: string;
}

/** As ingest would judge them now. */
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

/** Those that are judged otherwise now. */
export function changesAmong(all: readonly Alike[], judge: Judge): Change[] {
  return all.flatMap((clicks) => {
    const becomes = judge(clicks);
    return becomes === clicks.was ? [] : [{ ...clicks, becomes }];
  });
}
