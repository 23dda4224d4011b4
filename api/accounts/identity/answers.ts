import { z } from "zod";
import { answer, count, instant, message, recordId, undocumented } from "../../kernel/calls/answers.ts";
import type { Answers, Tag } from "../../kernel/calls/operation.ts";

const user = z.object({
  _id: recordId,
  // The page after a sign-in reads `id`, everything else `_id`: no client can have both.
  id: recordId.meta(undocumented),
  name: z.string(),
  email: z.string(),
  pendingEmail: z.string().nullable().describe("A new address that has not been confirmed yet"),
  contactNumber: z.string(),
  isGoogleUser: z.boolean(),
  emailVerified: z.boolean(),
  createdAt: instant,
  lastLogin: instant.nullable(),
});

const tokens = z
  .object({
    accessToken: z.string(),
    refreshToken: z.string().describe("Works once"),
    expiresIn: count.describe("Seconds"),
    refreshExpiresIn: count.describe("Seconds"),
  })
  .meta({ title: "Tokens" });

export const identityAnswers = {
  User: user,
  UserAnswer: answer({ message: message.optional(), user, data: user }),
  SessionAnswer: answer({ message, user, tokens }),
  TokensAnswer: answer({ tokens }),
} satisfies Answers;

export const accountTag: Tag = {
  name: "Account",
  description: "Registration, sessions, the account and all of its data",
};
