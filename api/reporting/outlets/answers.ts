import { outletKinds } from "@hoplog/schema/outlets.js";
import { z } from "zod";
import { answer, instant, message, recordId } from "../../kernel/calls/answers.ts";
import type { Answers } from "../../kernel/calls/operation.ts";

const maker = {
  user: z.string().nullable().describe("The user's name; null if the account is gone"),
  credential: z.enum(["session", "apiKey"]),
  credentialId: recordId,
  key: z.string().nullable().describe("The API key's name; null for a session, and for a key that is gone"),
};

const outlet = z.object({
  _id: recordId,
  kind: z.enum(outletKinds),
  name: z.string().describe("A report's address; what an alarm is about; of a domain target the domain"),
  createdAt: instant,
  createdBy: z
    .object(maker)
    .nullable()
    .describe("Who created it, replaced where it sends to, or resumed it last; null if that was not recorded yet"),
  widenedBy: z
    .object({ ...maker, at: instant })
    .nullable()
    .describe("Who last made it send more, to one more place, or again; null if nobody did since then"),
  state: z.enum(["active", "paused"]).describe("`paused`: sends nothing, or lets nobody in"),
  pausedAt: instant.nullable(),
});

export const outletAnswers = {
  OutletsAnswer: answer({ data: z.array(outlet) }),
  OutletAnswer: answer({ message, data: outlet }),
} satisfies Answers;
