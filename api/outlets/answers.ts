import { outletKinds } from "@hoplog/schema/outlets.js";
import { z } from "zod";
import { answer, instant, message, recordId } from "../calls/answers.ts";
import type { Answers } from "../calls/operation.ts";

const outlet = z.object({
  _id: recordId,
  kind: z.enum(outletKinds),
  name: z.string().describe("A report's address; what an alarm is about; of a domain target the domain"),
  createdAt: instant,
  createdBy: z
    .object({
      user: z.string().nullable().describe("The user's name; null if the account is gone"),
      credential: z.enum(["session", "apiKey"]),
      credentialId: recordId,
      key: z.string().nullable().describe("The API key's name; null for a session, and for a key that is gone"),
    })
    .nullable()
    .describe("Who created it, changed where it sends to, or resumed it last; null if that was not recorded yet"),
  state: z.enum(["active", "paused"]).describe("`paused`: sends nothing, or lets nobody in"),
  pausedAt: instant.nullable(),
});

export const outletAnswers = {
  OutletsAnswer: answer({ data: z.array(outlet) }),
  OutletAnswer: answer({ message, data: outlet }),
} satisfies Answers;
