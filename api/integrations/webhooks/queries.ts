import { sql } from "@hoplog/platform/postgres/sql.js";
import { notFoundError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { authorize, authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import type { Permission } from "../../kernel/access/permissions.ts";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { shownWebhook, webhookColumns, type WebhookRow } from "./outbox/rows.ts";
import type { MessageState, Webhook, WebhookAttempt, WebhookMessage, FullMessage } from "./outbox/webhook.ts";

/** Returns the workspace's webhooks, oldest first. */
export async function listWebhooks({ reads, now }: Reads & Clock, member: Member): Promise<Webhook[]> {
  const ownerId = authorizeOwn(member, "webhooks:read");

  const at = now();
  return (
    await readRows<WebhookRow>(
      reads,
      sql`SELECT ${webhookColumns} FROM webhook AS w WHERE w.owner_id = ${ownerId} ORDER BY w.created_at, w.id`,
    )
  ).map((row) => shownWebhook(row, at));
}

/** Finds a webhook. Throws NOT_FOUND_ERROR, also for a webhook of another workspace, and AUTHORIZATION_ERROR. */
export async function findWebhook(
  { reads }: Reads,
  member: Member,
  id: string,
  permission: Permission,
): Promise<WebhookRow> {
  const [row] = await readRows<WebhookRow>(reads, sql`SELECT ${webhookColumns} FROM webhook AS w WHERE w.id = ${id}`);
  authorize(member, permission, { type: "webhook", workspaceId: row?.ownerId ?? null });
  if (!row) throw notFoundError("Webhook");
  return row;
}

/** Returns a webhook as shown to callers. Throws the errors of {@link findWebhook}. */
export async function webhookById(services: Reads & Clock, member: Member, id: string): Promise<Webhook> {
  return shownWebhook(await findWebhook(services, member, id, "webhooks:read"), services.now());
}

const messageColumns = (
  now: Date,
) => sql`m.id, m.type, m.link_id AS "linkId", m.state, m.created_at AS "createdAt", m.attempts,
  CASE WHEN m.state = 'pending' AND m.due_at > ${now} THEN m.due_at END AS "nextAttemptAt", m.ended_at AS "endedAt", last.status,
    last.error`;
const lastAttempt = sql`LEFT JOIN LATERAL (
  SELECT status, error FROM webhook_attempt WHERE message_id = m.id ORDER BY at DESC LIMIT 1) AS last ON true`;

/** Permissions to read the links and clicks that message bodies contain. */
const copiedPermissions = ["links:read", "stats:read"] as const;

export interface MessagePage {
  /** Returns only messages before this one. */
  readonly before?: string | null | undefined;
  readonly state?: MessageState | null | undefined;
  readonly limit?: number | null | undefined;
}

/** Returns a webhook's messages, latest first. Throws the errors of {@link findWebhook}. */
export async function listMessages(
  services: Reads & Clock,
  member: Member,
  webhookId: string,
  { before = null, state = null, limit }: MessagePage,
): Promise<WebhookMessage[]> {
  await findWebhook(services, member, webhookId, "webhooks:read");
  return readRows<WebhookMessage & { readonly id: string }>(
    services.reads,
    sql`SELECT ${messageColumns(services.now())} FROM webhook_message AS m ${lastAttempt}
     WHERE m.webhook_id = ${webhookId} AND (${state}::text IS NULL OR m.state = ${state}) AND (${before}::uuid IS NULL
       OR m.position < (SELECT position FROM webhook_message WHERE id = ${before}::uuid AND webhook_id = m.webhook_id))
     ORDER BY m.position DESC LIMIT ${Math.min(Math.max(limit ?? limits.listDefault, 1), limits.listMax)}`,
  );
}

/**
 * Returns a message with its body and its attempts (oldest first). Throws NOT_FOUND_ERROR, and AUTHORIZATION_ERROR
 * unless the caller also has both `links:read` and `stats:read`: the body contains link and click data, which a
 * receiver's stored response may repeat.
 */
export async function getMessage(
  services: Reads & Clock,
  member: Member,
  webhookId: string,
  messageId: string,
): Promise<FullMessage> {
  await findWebhook(services, member, webhookId, "webhooks:read");
  for (const permission of copiedPermissions) authorizeOwn(member, permission);
  const [message] = await readRows<Omit<FullMessage, "attemptLog"> & { readonly id: string }>(
    services.reads,
    sql`SELECT ${messageColumns(services.now())}, m.body FROM webhook_message AS m ${lastAttempt}
     WHERE m.webhook_id = ${webhookId} AND m.id = ${messageId}`,
  );
  if (!message) throw notFoundError("Message");
  const attemptLog = await readRows<WebhookAttempt & { readonly at: Date }>(
    services.reads,
    sql`SELECT at, milliseconds, status, error, response FROM webhook_attempt WHERE message_id = ${messageId} ORDER BY at`,
  );
  return { ...message, attemptLog };
}
