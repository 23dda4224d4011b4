import { named, sql } from "@hoplog/platform/postgres/sql.js";
import type { WebhookEvent } from "@hoplog/schema/webhooks.js";
import type { ClientBase } from "pg";
import { messageBody, type NewMessage, messageIdOf } from "./newMessage.ts";
import { webhookColumns, type WebhookRow } from "./rows.ts";

/** Something that happened, for whichever webhooks want it. */
export interface Happening {
  readonly ownerId: string;
  readonly type: WebhookEvent;
  /** Of a link, with its group: webhooks may be narrowed to either. */
  readonly link: { readonly id: string; readonly groupId: string | null } | null;
  /** ISO 8601. */
  readonly at: string;
  /** The same for the same event, and for no other. */
  readonly key: readonly (string | number)[];
  readonly data: object;
}

/** Those that messages are written for. */
export async function listeningWebhooks(client: ClientBase): Promise<WebhookRow[]> {
  const { rows } = await client.query<WebhookRow>(
    named("webhooks_listening", sql`SELECT ${webhookColumns} FROM webhook AS w WHERE w.state <> 'disabled'`),
  );
  return rows;
}

/** A message for each webhook that wants what has happened since it was made, each made when it is asked for. */
export function* messagesFor(
  webhooks: readonly WebhookRow[],
  happenings: readonly Happening[],
): Generator<NewMessage, void> {
  for (const [{ ownerId, type, at, key, data, link }, wanting] of wantedBy(webhooks, happenings)) {
    const body = messageBody(type, at, data);
    for (const { id, ordered } of wanting)
      yield { id: messageIdOf(id, ...key), webhookId: id, ownerId, linkId: link?.id ?? null, ordered, type, body };
  }
}

/** The ids of those that want something of what has happened, in order. */
export function orderedFor(webhooks: readonly WebhookRow[], happenings: readonly Happening[]): string[] {
  const ids = new Set<string>();
  for (const [, wanting] of wantedBy(webhooks, happenings))
    for (const { id, ordered } of wanting) if (ordered) ids.add(id);
  return [...ids];
}

function* wantedBy(
  webhooks: readonly WebhookRow[],
  happenings: readonly Happening[],
): Generator<readonly [Happening, readonly WebhookRow[]], void> {
  const byOwner = Map.groupBy(webhooks, ({ ownerId }) => ownerId);
  for (const happening of happenings) {
    const wanting = (byOwner.get(happening.ownerId) ?? []).filter((webhook) => wants(webhook, happening));
    if (wanting.length > 0) yield [happening, wanting];
  }
}

function wants(webhook: WebhookRow, { type, at, link }: Happening): boolean {
  if (!webhook.events.includes(type) || new Date(at) < webhook.createdAt) return false;
  return link === null || isNarrowedTo(webhook, link);
}

/** Whether a webhook is about a link: about all, unless it names links or groups. */
export function isNarrowedTo(
  { linkIds, groupIds }: Pick<WebhookRow, "linkIds" | "groupIds">,
  { id, groupId }: { readonly id: string; readonly groupId: string | null },
): boolean {
  if (linkIds.length + groupIds.length === 0) return true;
  return linkIds.includes(id) || (groupId !== null && groupIds.includes(groupId));
}
