import { named, sql } from "@hoplog/platform/postgres/sql.js";
import type { WebhookEvent } from "@hoplog/schema/webhooks.js";
import type { ClientBase } from "pg";
import { messageBody, type NewMessage, messageIdOf } from "./newMessage.ts";
import { webhookColumns, type WebhookRow } from "./rows.ts";

/** An occurrence, for all webhooks that subscribe to it. */
export interface Occurrence {
  readonly ownerId: string;
  readonly type: WebhookEvent;
  /** The link with its group, because webhooks may be restricted to links or groups. */
  readonly link: { readonly id: string; readonly groupId: string | null } | null;
  /** Time of the occurrence in ISO 8601. */
  readonly at: string;
  /** Stable key of the occurrence, unique per event. */
  readonly key: readonly (string | number)[];
  readonly data: object;
}

/** Reads the webhooks that messages are written for. */
export async function listeningWebhooks(client: ClientBase): Promise<WebhookRow[]> {
  const { rows } = await client.query<WebhookRow>(
    named("webhooks_listening", sql`SELECT ${webhookColumns} FROM webhook AS w WHERE w.state <> 'disabled'`),
  );
  return rows;
}

/**
 * Yields a message for each webhook that subscribes to the occurrence and existed at the time, each created on demand.
 */
export function* messagesFor(
  webhooks: readonly WebhookRow[],
  occurrences: readonly Occurrence[],
): Generator<NewMessage, void> {
  for (const [{ ownerId, type, at, key, data, link }, wanting] of wantedBy(webhooks, occurrences)) {
    const body = messageBody(type, at, data);
    for (const { id, ordered } of wanting)
      yield { id: messageIdOf(id, ...key), webhookId: id, ownerId, linkId: link?.id ?? null, ordered, type, body };
  }
}

/** Returns the ids of ordered webhooks that subscribe to any of the occurrences. */
export function orderedFor(webhooks: readonly WebhookRow[], occurrences: readonly Occurrence[]): string[] {
  const ids = new Set<string>();
  for (const [, wanting] of wantedBy(webhooks, occurrences))
    for (const { id, ordered } of wanting) if (ordered) ids.add(id);
  return [...ids];
}

function* wantedBy(
  webhooks: readonly WebhookRow[],
  occurrences: readonly Occurrence[],
): Generator<readonly [Occurrence, readonly WebhookRow[]], void> {
  const byOwner = Map.groupBy(webhooks, ({ ownerId }) => ownerId);
  for (const occurrence of occurrences) {
    const wanting = (byOwner.get(occurrence.ownerId) ?? []).filter((webhook) => wants(webhook, occurrence));
    if (wanting.length > 0) yield [occurrence, wanting];
  }
}

function wants(webhook: WebhookRow, { type, at, link }: Occurrence): boolean {
  if (!webhook.events.includes(type) || new Date(at) < webhook.createdAt) return false;
  return link === null || isNarrowedTo(webhook, link);
}

/** Returns whether a webhook covers a link: all links, unless it names links or groups. */
export function isNarrowedTo(
  { linkIds, groupIds }: Pick<WebhookRow, "linkIds" | "groupIds">,
  { id, groupId }: { readonly id: string; readonly groupId: string | null },
): boolean {
  if (linkIds.length + groupIds.length === 0) return true;
  return linkIds.includes(id) || (groupId !== null && groupIds.includes(groupId));
}
