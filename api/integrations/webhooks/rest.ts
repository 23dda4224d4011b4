import { webhookEventNames, webhookLimits } from "@hoplog/schema/webhooks.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { done } from "../../kernel/calls/answers.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { idOf, instantQuery, oneOf, optionalText, parseInput, text, within } from "../../kernel/calls/parse.ts";
import { webhookAnswers as answers, webhooksTag as tag } from "./answers.ts";
import {
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  updateWebhook,
  type WebhookWithSecret,
} from "./commands.ts";
import { webhookMessageRoutes } from "./messageRoutes.ts";
import { listWebhooks } from "./queries.ts";
import { resendFailed, testWebhook } from "./resend.ts";
import type { WebhookServices } from "./services.ts";
import { editedOf, type Webhook } from "./outbox/webhook.ts";

const ids = z.array(z.uuid("Not a valid id"), "Must be a list of ids").nullish();
const events = z.array(oneOf(webhookEventNames), "Must be a list of events");
const settings = {
  name: optionalText,
  linkIds: ids.describe("Events of these links alone, and of those in groupIds; both empty: of all"),
  groupIds: ids,
  clickMilestones: z
    .array(z.number("Must be a number").meta(within(1, webhookLimits.clickCountMax)), "Must be a list of numbers")
    .nullish()
    .describe("What link.clicks is sent at"),
  ordered: z
    .boolean("Must be true or false")
    .nullish()
    .describe("A message of a link waits until the one before is delivered, or given up"),
};
export const newWebhookBody = z.object({
  url: text,
  events,
  ...settings,
});
export const webhookBody = z.object({
  url: optionalText,
  events: events.nullish(),
  ...settings,
  paused: z
    .boolean("Must be true or false")
    .nullish()
    .describe("True: messages wait; false: it goes on, also where it was switched off"),
});
export const resendBody = z.object({ since: instantQuery });

export function webhookRoutes(app: FastifyInstance, services: WebhookServices, requireActor: RequireActor): void {
  app.post(
    "/api/webhooks",
    documented({
      id: "createWebhook",
      tag,
      summary: "Make a webhook",
      description:
        "What happens from now on is sent there as `{ type, timestamp, data }`, signed by the secret, which is shown this once.",
      body: newWebhookBody,
      example: { url: "https://example.com/webhooks", events: ["link.created", "link.updated", "link.deleted"] },
      answer: { status: 201, is: answers.WebhookSecretAnswer },
      failures: [400, 403, 409],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const made = await createWebhook(services, actor, parseInput(newWebhookBody, request.body));
      return reply.code(201).send({ success: true, message: "Webhook created successfully!", data: secretBody(made) });
    },
  );

  app.get(
    "/api/webhooks",
    documented({
      id: "listWebhooks",
      tag,
      summary: "List webhooks, oldest first",
      description: "Those that are paused or switched off too. Secrets are not shown.",
      answer: { status: 200, is: answers.WebhooksAnswer },
      failures: [403],
    }),
    async (request) => {
      const webhooks = await listWebhooks(services, await requireActor(request));
      return { success: true, data: webhooks.map(webhookShown) };
    },
  );

  app.patch(
    "/api/webhooks/:id",
    documented({
      id: "updateWebhook",
      tag,
      summary: "Change a webhook, pause it, or switch it on again",
      description: "What is missing stays. Messages that wait go to a new URL too.",
      conditional: true,
      body: webhookBody,
      example: { paused: true },
      answer: { status: 200, is: answers.WebhookAnswer },
      failures: [400, 403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const { url, events: names, ...change } = parseInput(webhookBody, request.body);
      const given = { ...change, ...(url && { url }), ...(names && { events: names }) };
      const changed = await updateWebhook(services, actor, idOf(request.params, "Webhook"), given);
      return { success: true, message: "Webhook updated successfully!", data: webhookShown(changed) };
    },
  );

  app.delete(
    "/api/webhooks/:id",
    documented({
      id: "deleteWebhook",
      tag,
      summary: "End a webhook",
      description: "With its messages: those that wait are not sent any more.",
      conditional: true,
      answer: done,
      failures: [403, 404],
    }),
    async (request) => {
      await deleteWebhook(services, await requireActor(request), idOf(request.params, "Webhook"));
      return { success: true, message: "Webhook deleted successfully!" };
    },
  );

  app.post(
    "/api/webhooks/:id/rotate",
    documented({
      id: "rotateWebhookSecret",
      tag,
      summary: "Give a webhook a new secret",
      description: `Shown this once. For ${webhookLimits.rotationHours} hours messages are signed by the secret before as well.`,
      answer: { status: 200, is: answers.WebhookSecretAnswer },
      failures: [403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const rotated = await rotateWebhookSecret(services, actor, idOf(request.params, "Webhook"));
      return { success: true, message: "Webhook has a new secret.", data: secretBody(rotated) };
    },
  );

  app.post(
    "/api/webhooks/:id/test",
    documented({
      id: "testWebhook",
      tag,
      summary: "Send a test to a webhook",
      description: "A message of type `test`; what has come of it stands in the list of its messages.",
      answer: { status: 200, is: answers.WebhookTestAnswer },
      failures: [403, 404],
    }),
    async (request) => {
      const messageId = await testWebhook(services, await requireActor(request), idOf(request.params, "Webhook"));
      return { success: true, message: "Test will be sent.", data: { messageId } };
    },
  );

  app.post(
    "/api/webhooks/:id/resend",
    documented({
      id: "resendWebhookMessages",
      tag,
      summary: "Send all messages again that were written since a moment and have failed",
      description: `Of those that are kept: for ${webhookLimits.keptDays} days, the last ${webhookLimits.endedMax}.`,
      body: resendBody,
      example: { since: "2026-01-01T00:00:00Z" },
      answer: { status: 200, is: answers.WebhookResentAnswer },
      failures: [400, 403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const { since } = parseInput(resendBody, request.body);
      const messages = await resendFailed(services, actor, idOf(request.params, "Webhook"), since);
      return { success: true, message: "Messages will be sent again.", data: { messages } };
    },
  );

  webhookMessageRoutes(app, services, requireActor);
}

function webhookShown({ id, ...rest }: Webhook) {
  return { _id: id, ...rest, etag: etagOfSettings(editedOf(rest)) };
}

function secretBody({ webhook, secret }: WebhookWithSecret) {
  return { ...webhookShown(webhook), secret };
}
