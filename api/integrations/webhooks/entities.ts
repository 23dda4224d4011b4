import { webhookEventNames, webhookLimits } from "@hoplog/schema/webhooks.js";
import { z } from "zod";
import { count, etag, instant, recordId } from "../../kernel/contract/answerPieces.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { entity, part } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import {
  type DisabledReason,
  editedOf,
  type MessageState,
  type Webhook,
  type WebhookMessage,
  type WebhookState,
  type WholeMessage,
} from "./outbox/webhook.ts";

const webhookState = enumeration<WebhookState>("WebhookState", "Whether messages are sent", {
  active: "Messages are sent",
  paused: "Messages are written, but wait",
  disabled: "Switched off automatically; no messages are written",
});

const disabledReason = enumeration<DisabledReason>("WebhookDisabledReason", "Why a webhook was switched off", {
  failing: `No message was delivered for ${webhookLimits.disabledAfterDays} days`,
  gone: "The receiver answered 410",
  backlog: `More than ${webhookLimits.waitingMax} messages were waiting`,
});

export const messageState = enumeration<MessageState>("WebhookMessageState", "State of a delivery", {
  pending: "Waits for its first attempt or a retry",
  delivered: "Accepted by the receiver",
  failed: "Given up",
});

/** A webhook in API responses. */
export const webhook = entity<Webhook>()({
  name: "Webhook",
  description: "A server that receives events",
  fields: {
    id: recordId.describe("ID of the webhook"),
    name: z.string().describe("Name for its owner"),
    url: z.string().describe("URL that receives the messages"),
    events: z.array(z.string()).describe(`Any of ${webhookEventNames.join(", ")}`),
    linkIds: z.array(recordId).describe("With `groupIds`, the links whose events are sent; both empty for all links"),
    groupIds: z.array(recordId).describe("Groups of links whose events are sent"),
    clickMilestones: z.array(count).describe("Numbers of clicks that trigger link.clicks"),
    ordered: z.boolean().describe("Whether messages about a link wait for the previous one"),
    state: webhookState.describe("Whether messages are sent"),
    disabledReason: disabledReason.nullable().describe("Why it was switched off; null unless it is disabled"),
    failingSince: instant.nullable().describe("Start of the current series of failures; null for none"),
    succeededAt: instant.nullable().describe("Time of the last delivery, to the minute"),
    previousSecretUntil: instant
      .nullable()
      .describe("Until then, messages are also signed with the previous secret; null for no previous secret"),
    createdAt: instant.describe("Creation time"),
    etag,
  },
  computed: { etag: (shown) => etagOfSettings(editedOf(shown)) },
});

const messageFields = {
  id: recordId.describe("ID of the message, sent as webhook-id"),
  type: z.string().describe("Name of the event, or test"),
  linkId: recordId.nullable().describe("Link of the event; null if it is not about a link"),
  state: messageState.describe("State of the delivery"),
  createdAt: instant.describe("Creation time"),
  attempts: count.describe("Attempts since it was created or resent"),
  nextAttemptAt: instant
    .nullable()
    .describe("Time of the next attempt; null if it is due, waiting for another or ended"),
  endedAt: instant.nullable().describe("Time of the delivery, or of giving up"),
  status: count.nullable().describe("HTTP status of the last attempt; null without an answer"),
  error: z.string().nullable().describe("Reason why the last attempt failed"),
};

/** A message in the list of deliveries. */
export const listedMessage = entity<WebhookMessage>()({
  name: "WebhookMessage",
  description: "A message to a webhook",
  fields: messageFields,
  computed: {},
});

/** A message with its body and all attempts. */
export const messageDetails = entity<WholeMessage>()({
  name: "WebhookMessageDetails",
  description: "A message with its body and all attempts",
  fields: {
    ...messageFields,
    body: z.string().describe("Body of the request"),
    attemptLog: z
      .array(
        part("WebhookAttempt", "An attempt to deliver a message", {
          at: instant.describe("Start time"),
          milliseconds: count.describe("Duration"),
          status: count.nullable().describe("HTTP status; null without an answer"),
          error: z.string().nullable().describe("Reason of the failure; null if the attempt succeeded"),
          response: z.string().nullable().describe("Beginning of the answer"),
        }),
      )
      .describe("Attempts, oldest first"),
  },
  computed: {},
});
