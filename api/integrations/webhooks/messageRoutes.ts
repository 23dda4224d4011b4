import { limits } from "@hoplog/schema/limits.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { notFoundError } from "@hoplog/schema/errors.js";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { done } from "../../kernel/calls/answers.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { idOf, paging, parseInput } from "../../kernel/calls/parse.ts";
import { webhookAnswers as answers, webhooksTag as tag } from "./answers.ts";
import { getMessage, listMessages } from "./queries.ts";
import { resendMessage } from "./resend.ts";
import type { WebhookServices } from "./services.ts";
import { messageStates, type WebhookMessage } from "./outbox/webhook.ts";

export const messagesQuery = z.object({
  before: z.uuid("Not a valid id").optional(),
  state: z.enum(messageStates, `Must be one of ${messageStates.join(", ")}`).optional(),
  limit: paging.limit,
});

/** Calls about what was sent to a webhook. */
export function webhookMessageRoutes(
  app: FastifyInstance,
  services: WebhookServices,
  requireActor: RequireActor,
): void {
  app.get(
    "/api/webhooks/:id/messages",
    documented({
      id: "listWebhookMessages",
      tag,
      summary: "List messages of a webhook, the latest first",
      description: `With what has come of the last attempt. \`before\`, the last one's id, goes on; at most ${limits.listMax} at a time.`,
      query: messagesQuery,
      answer: { status: 200, is: answers.WebhookMessagesAnswer },
      failures: [403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const page = parseInput(messagesQuery, request.query);
      const messages = await listMessages(services, actor, idOf(request.params, "Webhook"), page);
      return { success: true, data: messages.map(messageShown) };
    },
  );

  app.get(
    "/api/webhooks/:id/messages/:messageId",
    documented({
      id: "getWebhookMessage",
      tag,
      summary: "Show a message of a webhook",
      description:
        "With its body, and every attempt with the beginning of its answer. An API key needs `links:read` and `stats:read` too.",
      answer: { status: 200, is: answers.WebhookMessageAnswer },
      failures: [403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const found = await getMessage(services, actor, idOf(request.params, "Webhook"), messageIdIn(request.params));
      return { success: true, data: messageShown(found) };
    },
  );

  app.post(
    "/api/webhooks/:id/messages/:messageId/resend",
    documented({
      id: "resendWebhookMessage",
      tag,
      summary: "Send a message again",
      description: "Under the same id, whatever has become of it; with all its attempts anew.",
      answer: done,
      failures: [403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      await resendMessage(services, actor, idOf(request.params, "Webhook"), messageIdIn(request.params));
      return { success: true, message: "Message will be sent again." };
    },
  );
}

const withMessageId = z.object({ messageId: z.uuid() });

function messageIdIn(params: unknown): string {
  const result = withMessageId.safeParse(params);
  if (!result.success) throw notFoundError("Message");
  return result.data.messageId;
}

function messageShown<M extends WebhookMessage>({ id, ...rest }: M) {
  return { _id: id, ...rest };
}
