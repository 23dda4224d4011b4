import { sql } from "@hoplog/platform/postgres/sql.js";
import { notFoundError } from "@hoplog/schema/errors.js";
import type { Actor } from "../../kernel/calls/actor.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { audit, requireWebhook } from "./commands.ts";
import { findWebhook } from "./queries.ts";
import { linklessLane } from "./outbox/newMessage.ts";
import type { WebhookServices } from "./services.ts";

/** Sends a test message and returns its id. Throws NOT_FOUND_ERROR, RATE_LIMIT_ERROR. */
export async function testWebhook(services: WebhookServices, actor: Actor, webhookId: string): Promise<string> {
  await findWebhook(services, actor, webhookId, "webhooks:write");
  await services.limits.webhook(actor.userId);
  const [id, now] = [services.newId(), services.now()];
  const body = JSON.stringify({
    type: "test",
    timestamp: now.toISOString(),
    data: { message: "This is a test message, sent on request." },
  });
  await services.eventStore.unitOfWork(async (tx) => {
    const { ownerId } = await requireWebhook(tx, actor, webhookId);
    await execute(
      tx,
      sql`INSERT INTO webhook_message (id, webhook_id, owner_id, lane, type, body, created_at, due_at)
       VALUES (${id}, ${webhookId}, ${ownerId}, ${linklessLane}, 'test', ${body}, ${now}, ${now})`,
    );
    await audit(services, tx, actor, "TestWebhook", webhookId);
  });
  services.webhooksDue();
  return id;
}

/** Resends a message in any state. Throws NOT_FOUND_ERROR, RATE_LIMIT_ERROR. */
export async function resendMessage(
  services: WebhookServices,
  actor: Actor,
  webhookId: string,
  messageId: string,
): Promise<void> {
  await findWebhook(services, actor, webhookId, "webhooks:write");
  await services.limits.webhook(actor.userId);
  await services.eventStore.unitOfWork(async (tx) => {
    await requireWebhook(tx, actor, webhookId);
    const sent = await rowsOf(
      tx,
      // A message that waits for earlier ones continues to wait.
      sql`UPDATE webhook_message SET state = 'pending', attempts = 0, ended_at = NULL,
         due_at = CASE WHEN state = 'pending' AND due_at IS NULL THEN NULL ELSE ${services.now()}::timestamptz END
       WHERE webhook_id = ${webhookId} AND id = ${messageId} RETURNING id`,
    );
    if (sent.length === 0) throw notFoundError("Message");
    await audit(services, tx, actor, "ResendWebhookMessage", webhookId);
  });
  services.webhooksDue();
}

/**
 * Resends all failed messages that were written since a moment, in order per link if the webhook is ordered. Returns
 * their number. Throws NOT_FOUND_ERROR, RATE_LIMIT_ERROR.
 */
export async function resendFailed(
  services: WebhookServices,
  actor: Actor,
  webhookId: string,
  since: Date,
): Promise<number> {
  await findWebhook(services, actor, webhookId, "webhooks:write");
  await services.limits.webhook(actor.userId);
  const count = await services.eventStore.unitOfWork(async (tx) => {
    await requireWebhook(tx, actor, webhookId);
    const sent = await rowsOf(
      tx,
      sql`UPDATE webhook_message AS m SET state = 'pending', attempts = 0, ended_at = NULL,
         due_at = CASE WHEN w.ordered THEN NULL ELSE ${services.now()}::timestamptz END
       FROM webhook AS w WHERE w.id = webhook_id AND w.id = ${webhookId} AND m.state = 'failed' AND m.created_at >= ${since}
         RETURNING m.id`,
    );
    await execute(
      tx,
      sql`UPDATE webhook_message AS m SET due_at = ${services.now()} FROM (
         SELECT DISTINCT ON (lane) id FROM webhook_message WHERE webhook_id = ${webhookId} AND state = 'pending'
           ORDER BY lane, position) AS first
       WHERE m.id = first.id AND m.due_at IS NULL`,
    );
    await audit(services, tx, actor, "ResendFailedWebhookMessages", webhookId);
    return sent.length;
  });
  services.webhooksDue();
  return count;
}
