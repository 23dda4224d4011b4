import { limits } from "@hoplog/schema/limits.js";
import { webhookLimits } from "@hoplog/schema/webhooks.js";
import { z } from "zod";
import { commonAnswers, count, recordId } from "../../kernel/contract/answerPieces.ts";
import { paging } from "../../kernel/contract/parse.ts";
import { type Answered, confirmation, many, one, oneWith, value } from "../../kernel/contract/answers.ts";
import { graphqlTypeOf } from "../../kernel/contract/graphqlTypes.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { dateOrMoment } from "../../kernel/contract/values.ts";
import { createWebhook, deleteWebhook, rotateWebhookSecret, updateWebhook } from "./commands.ts";
import { listedMessage, messageDetails, messageState, webhook } from "./entities.ts";
import { newWebhook, webhookChanges } from "./input.ts";
import { getMessage, listMessages, listWebhooks } from "./queries.ts";
import { resendFailed, resendMessage, testWebhook } from "./resend.ts";
import type { WebhookServices } from "./services.ts";

const withSecret = oneWith(webhook, {
  name: "WebhookWithSecret",
  description: "A webhook and its secret",
  field: "webhook",
  fieldDescription: "The webhook without its secret",
  more: { secret: z.string().describe("Key that signs the messages; it is returned only once") },
  answer: "WebhookSecretAnswer",
});

/** REST returns only a message, GraphQL the message's id. */
const resent: Answered<unknown, string> = {
  name: confirmation.name,
  schema: commonAnswers.Done,
  graphql: graphqlTypeOf(recordId),
  resolvers: [],
};

const { query, mutation } = operationsOn<WebhookServices>(
  {
    name: "Webhooks",
    description: "Events that are sent to your servers by HTTP, signed as in the Standard Webhooks specification",
  },
  "Webhook",
);

/** The operations on webhooks and their messages. */
export const webhookFaces = facesOf([
  mutation({
    name: "createWebhook",
    rest: "POST /api/webhooks",
    creates: true,
    summary: "Create a webhook",
    description:
      "Sends events to a server as messages of the form `{ type, timestamp, data }`. Messages are signed with the returned secret, which is returned only once.",
    needs: ["webhooks:write"],
    takes: { input: newWebhook },
    example: { url: "https://example.com/webhooks", events: ["link.created", "link.updated", "link.deleted"] },
    answer: withSecret,
    message: "Webhook created",
    failures: [400, 403, 409],
    run: (services, actor, { input }) => createWebhook(services, actor, input),
  }),
  query({
    name: "webhooks",
    id: "listWebhooks",
    rest: "GET /api/webhooks",
    summary: "List webhooks",
    description: "Returns all webhooks, oldest first, including paused and disabled ones, without their secrets.",
    needs: ["webhooks:read"],
    takes: {},
    answer: many(webhook),
    weight: { length: webhookLimits.perWorkspace },
    failures: [403],
    run: listWebhooks,
  }),
  mutation({
    name: "updateWebhook",
    rest: "PATCH /api/webhooks/:id",
    summary: "Change, pause or resume a webhook",
    description: "Omitted fields keep their value. Messages that are waiting are sent to the new URL.",
    needs: ["webhooks:write"],
    takes: { id: recordId, input: webhookChanges },
    conditional: true,
    example: { paused: true },
    answer: one(webhook),
    message: "Webhook updated",
    failures: [400, 403, 404],
    run: (services, actor, { id, input }) => updateWebhook(services, actor, id, { ...input, url: input.url || null }),
  }),
  mutation({
    name: "deleteWebhook",
    rest: "DELETE /api/webhooks/:id",
    summary: "Delete a webhook",
    description: "Also deletes the webhook's messages; messages that are waiting are not sent.",
    needs: ["webhooks:write"],
    takes: { id: recordId },
    conditional: true,
    answer: confirmation,
    message: "Webhook deleted",
    failures: [403, 404],
    run: (services, actor, { id }) => deleteWebhook(services, actor, id),
  }),
  mutation({
    name: "rotateWebhookSecret",
    rest: "POST /api/webhooks/:id/rotate",
    summary: "Replace the secret of a webhook",
    description: `Returns the new secret only once. For ${webhookLimits.rotationHours} hours, messages are also signed with the previous secret.`,
    needs: ["webhooks:write"],
    takes: { id: recordId },
    answer: withSecret,
    message: "The webhook has a new secret.",
    failures: [403, 404],
    run: (services, actor, { id }) => rotateWebhookSecret(services, actor, id),
  }),
  mutation({
    name: "testWebhook",
    rest: "POST /api/webhooks/:id/test",
    summary: "Send a test message to a webhook",
    description: "Sends a message of the type `test` and returns its ID; the list of messages contains its result.",
    needs: ["webhooks:write"],
    takes: { id: recordId },
    answer: value("WebhookTestAnswer", "messageId", recordId),
    message: "The test message will be sent.",
    failures: [403, 404],
    run: (services, actor, { id }) => testWebhook(services, actor, id),
  }),
  mutation({
    name: "resendFailedWebhookMessages",
    id: "resendWebhookMessages",
    rest: "POST /api/webhooks/:id/resend",
    summary: "Resend failed messages",
    description: `Resends all failed messages created since the given time, and returns their number. Messages are stored for ${webhookLimits.keptDays} days, at most ${webhookLimits.endedMax} per webhook.`,
    needs: ["webhooks:write"],
    takes: { id: recordId, since: dateOrMoment.describe("Earliest creation time of the messages to resend") },
    example: { since: "2026-01-01T00:00:00Z" },
    answer: value("WebhookResentAnswer", "messages", count),
    message: "The messages will be sent again.",
    failures: [400, 403, 404],
    run: (services, actor, { id, since }) => resendFailed(services, actor, id, since),
  }),
  query({
    name: "webhookMessages",
    id: "listWebhookMessages",
    rest: "GET /api/webhooks/:id/messages",
    summary: "List the messages of a webhook",
    description: "Returns the latest messages first, each with the result of its last attempt.",
    needs: ["webhooks:read"],
    takes: {
      id: recordId,
      state: messageState.optional().describe("Only messages with this delivery state"),
      before: z
        .uuid("Must be a UUID")
        .optional()
        .describe("Only messages created before this one; pass the last ID of the previous page"),
      limit: paging.limit.describe(`Maximum number of messages, at most ${limits.listMax}`),
    },
    answer: many(listedMessage),
    failures: [403, 404],
    run: (services, actor, { id, ...page }) => listMessages(services, actor, id, page),
  }),
  query({
    name: "webhookMessage",
    id: "getWebhookMessage",
    rest: "GET /api/webhooks/:id/messages/:messageId",
    summary: "Get a message of a webhook",
    description: "Returns the message with its body and all attempts.",
    needs: ["links:read", "stats:read", "webhooks:read"],
    takes: { id: recordId, messageId: recordId },
    nouns: { messageId: "Message" },
    answer: one(messageDetails, { name: "WebhookMessageAnswer", message: null }),
    failures: [403, 404],
    run: (services, actor, { id, messageId }) => getMessage(services, actor, id, messageId),
  }),
  mutation({
    name: "resendWebhookMessage",
    rest: "POST /api/webhooks/:id/messages/:messageId/resend",
    summary: "Resend a webhook message",
    description: "Sends the message again regardless of its state, with the same ID and a new series of attempts.",
    needs: ["webhooks:write"],
    takes: { id: recordId, messageId: recordId },
    nouns: { messageId: "Message" },
    answer: resent,
    message: "The message will be sent again.",
    failures: [403, 404],
    async run(services, actor, { id, messageId }) {
      await resendMessage(services, actor, id, messageId);
      return messageId;
    },
  }),
]);
