import { z } from "zod";
import { answer, count, etag, instant, message, recordId } from "../../kernel/calls/answers.ts";
import type { Answers, Tag } from "../../kernel/calls/operation.ts";
import { disabledReasons, messageStates, webhookStates } from "./outbox/webhook.ts";

const webhook = z.object({
  _id: recordId,
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  linkIds: z.array(recordId).describe("With groupIds: what it is narrowed to; both empty: all links"),
  groupIds: z.array(recordId),
  clickMilestones: z.array(count).describe("What link.clicks is sent at"),
  ordered: z.boolean(),
  state: z.enum(webhookStates),
  disabledReason: z.enum(disabledReasons).nullable(),
  failingSince: instant.nullable(),
  succeededAt: instant.nullable(),
  previousSecretUntil: instant.nullable().describe("Until when messages are signed by the secret before as well"),
  createdAt: instant,
  etag,
});
const withSecret = webhook.extend({ secret: z.string().describe("Shown this once") });

const sent = z.object({
  _id: recordId.describe("Sent as webhook-id"),
  type: z.string(),
  linkId: recordId.nullable(),
  state: z.enum(messageStates),
  createdAt: instant,
  attempts: count,
  nextAttemptAt: instant.nullable(),
  endedAt: instant.nullable(),
  status: count.nullable().describe("Of the last answer"),
  error: z.string().nullable(),
});
const whole = sent
  .extend({
    body: z.string().describe("As it is sent"),
    attemptLog: z.array(
      z.object({
        at: instant,
        milliseconds: count,
        status: count.nullable(),
        error: z.string().nullable(),
        response: z.string().nullable().describe("The beginning of the answer"),
      }),
    ),
  })
  .meta({ title: "WebhookMessageDetails" });

export const webhookAnswers = {
  Webhook: webhook,
  WebhookAnswer: answer({ message, data: webhook }),
  WebhookSecretAnswer: answer({ message, data: withSecret }),
  WebhooksAnswer: answer({ data: z.array(webhook) }),
  WebhookMessagesAnswer: answer({ data: z.array(sent) }),
  WebhookMessageAnswer: answer({ data: whole }),
  WebhookTestAnswer: answer({ message, data: z.object({ messageId: recordId }) }),
  WebhookResentAnswer: answer({ message, data: z.object({ messages: count }) }),
} satisfies Answers;

export const webhooksTag: Tag = {
  name: "Webhooks",
  description: "Events that are sent to a server of one's own, signed as Standard Webhooks say",
};
