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
  type FullMessage,
} from "./outbox/webhook.ts";

const webhookState = enumeration<WebhookState>("WebhookState", "Whether a webhook sends messages", {
  active: "Messages are sent",
  paused: "Messages are stored, but not sent until the webhook is resumed",
  disabled: "Switched off by the server; no messages are stored or sent",
});

const disabledReason = enumeration<DisabledReason>(
  "WebhookDisabledReason",
  "Reason why the server switched off a webhook",
  {
    failing: `No message was delivered for ${webhookLimits.disabledAfterDays} days`,
    gone: "The receiving server responded with 410 Gone",
    backlog: `More than ${webhookLimits.waitingMax} messages were waiting`,
  },
);

export const messageState = enumeration<MessageState>("WebhookMessageState", "Delivery state of a message", {
  pending: "Waits for the first attempt or for a retry",
  delivered: "The receiving server accepted the message",
  failed: "All attempts failed",
});

/** A webhook in API responses. */
export const webhook = entity<Webhook>()({
  name: "Webhook",
  description: "A server that receives events",
  fields: {
    id: recordId.describe("Webhook ID"),
    name: z.string().describe("Name of the webhook"),
    url: z.string().describe("URL that receives the messages"),
    events: z.array(z.string()).describe(`Events that are sent: any of ${webhookEventNames.join(", ")}`),
    linkIds: z
      .array(recordId)
      .describe("IDs of links whose events are sent, in addition to links in `groupIds`; if both are empty, all links"),
    groupIds: z.array(recordId).describe("IDs of groups whose links' events are sent"),
    clickMilestones: z.array(count).describe("Numbers of clicks at which link.clicks is sent"),
    ordered: z
      .boolean()
      .describe("Whether a message about a link is sent only after the previous one was delivered or has failed"),
    state: webhookState.describe("Whether the webhook sends messages"),
    disabledReason: disabledReason
      .nullable()
      .describe("Reason why the server switched off the webhook; null unless it is disabled"),
    failingSince: instant
      .nullable()
      .describe("Start of the current series of failures; null if the last attempt succeeded"),
    succeededAt: instant.nullable().describe("Time of the last delivery, to the minute; null if there was none"),
    previousSecretUntil: instant
      .nullable()
      .describe("Time until which messages are also signed with the previous secret; null if there is none"),
    createdAt: instant.describe("Creation time"),
    etag,
  },
  computed: { etag: (shown) => etagOfSettings(editedOf(shown)) },
});

const messageFields = {
  id: recordId.describe("Message ID, sent in the header webhook-id"),
  type: z.string().describe("Name of the event, or `test`"),
  linkId: recordId.nullable().describe("ID of the link that the event is about; null for none"),
  state: messageState.describe("Delivery state"),
  createdAt: instant.describe("Creation time"),
  attempts: count.describe("Number of attempts since the message was created or resent"),
  nextAttemptAt: instant
    .nullable()
    .describe("Time of the next attempt; null if the message is due now, waits for another message, or has ended"),
  endedAt: instant.nullable().describe("Time when the message was delivered or failed; null while it is pending"),
  status: count.nullable().describe("HTTP status of the last attempt; null without a response"),
  error: z.string().nullable().describe("Reason why the last attempt failed; null if it did not fail"),
};

/** A message in the list of deliveries. */
export const listedMessage = entity<WebhookMessage>()({
  name: "WebhookMessage",
  description: "A message that is sent to a webhook",
  fields: messageFields,
  computed: {},
});

/** A message with its body and all attempts. */
export const messageDetails = entity<FullMessage>()({
  name: "WebhookMessageDetails",
  description: "A webhook message with its body and all attempts",
  fields: {
    ...messageFields,
    body: z.string().describe("Body of the HTTP request"),
    attemptLog: z
      .array(
        part("WebhookAttempt", "An attempt to deliver a message", {
          at: instant.describe("Time when the attempt started"),
          milliseconds: count.describe("Duration of the attempt in milliseconds"),
          status: count.nullable().describe("HTTP status of the response; null without a response"),
          error: z.string().nullable().describe("Reason why the attempt failed; null if it succeeded"),
          response: z.string().nullable().describe("Beginning of the response body; null without a response"),
        }),
      )
      .describe("Attempts, oldest first"),
  },
  computed: {},
});
