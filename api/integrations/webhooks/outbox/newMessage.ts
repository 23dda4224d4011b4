import type { ClientBase } from "pg";
import { createHash } from "node:crypto";
import { named, sql } from "@hoplog/platform/postgres/sql.js";
import type { MessageType } from "./webhook.ts";

/** Postgres channel that is notified when messages may be due. */
export const messagesChannel = "hoplog_webhooks";

/** The lane for messages without a link. */
export const linklessLane = "00000000-0000-0000-0000-000000000000";

/** A message to write. */
export interface NewMessage {
  readonly id: string;
  readonly webhookId: string;
  readonly ownerId: string;
  readonly linkId: string | null;
  /** Links of the clicks; only for messages about clicks. */
  readonly clicked?: readonly string[];
  readonly ordered: boolean;
  readonly body: string;
  readonly type: MessageType;
}

/** Returns the body as defined by Standard Webhooks. */
export function messageBody(type: MessageType, at: string, data: object): string {
  return JSON.stringify({ type, timestamp: at, data }, storable);
}

/** Removes characters that PostgreSQL's JSON cannot store but visitors can send. */
function storable(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() : value;
}

/** Maximum bytes per statement, because a parameter cannot be longer than a string. */
const pieceBytes = 4_000_000;
const pieceMessages = 1000;

/**
 * Writes new messages in order, in chunks as they are created. Messages of an ordered webhook wait in lanes, and are
 * written under the webhook's lock, so that a process that has just sent one sees the next. `ordered` lists all such
 * webhooks that a message may be for, because locking them one by one could deadlock. Returns the number of new
 * messages. Runs in a transaction.
 */
export async function writeMessages(
  client: ClientBase,
  messages: Iterable<NewMessage>,
  ordered: readonly string[],
  now: Date,
): Promise<number> {
  if (ordered.length > 0) await lockLanes(client, ordered);
  const locked = new Set(ordered);
  const lanes = new Map<string, InLane>();
  let written = 0;
  for (const piece of piecesOf(messages)) {
    for (const { webhookId, linkId } of piece.filter((message) => message.ordered)) {
      if (!locked.has(webhookId)) throw new Error(`the message queues of webhook ${webhookId} are not locked`);
      lanes.set(`${webhookId} ${linkId}`, { webhookId, linkId });
    }
    written += await insertMessages(client, piece, now);
  }
  if (lanes.size > 0) await wakeLanes(client, [...lanes.values()], now);
  return written;
}

function* piecesOf(messages: Iterable<NewMessage>): Generator<NewMessage[]> {
  let piece: NewMessage[] = [];
  let bytes = 0;
  for (const message of messages) {
    const more = Buffer.byteLength(message.body);
    if (piece.length > 0 && (piece.length === pieceMessages || bytes + more > pieceBytes)) {
      yield piece;
      [piece, bytes] = [[], 0];
    }
    piece.push(message);
    bytes += more;
  }
  if (piece.length > 0) yield piece;
}

async function insertMessages(client: ClientBase, messages: readonly NewMessage[], now: Date): Promise<number> {
  const { rowCount } = await client.query(
    named(
      "webhook_messages",
      // Ignores webhooks that were deleted in the meantime.
      sql`WITH added AS (
        INSERT INTO webhook_message (id, webhook_id, owner_id, link_id, clicked, lane, type, body, created_at, due_at)
        SELECT given.id, webhook_id, given.owner_id, link_id, clicked::uuid[], lane, type, body, ${now}::timestamptz,
          CASE WHEN w.ordered THEN NULL ELSE ${now}::timestamptz END
        FROM unnest(${messages.map(({ id }) => id)}::uuid[], ${messages.map(({ webhookId }) => webhookId)}::uuid[],
          ${messages.map(({ ownerId }) => ownerId)}::uuid[], ${messages.map(({ linkId }) => linkId)}::uuid[],
          ${messages.map(laneOf)}::uuid[], ${messages.map(({ type }) => type)}::text[],
            ${messages.map(({ body }) => body)}::text[],
          ${messages.map(({ clicked }) => (clicked ? `{${clicked.join(",")}}` : null))}::text[])
          WITH ORDINALITY AS given (id, webhook_id, owner_id, link_id, lane, type, body, clicked, ordinal)
        JOIN webhook AS w ON w.id = given.webhook_id
        ORDER BY ordinal
        ON CONFLICT (id) DO NOTHING RETURNING id)
      SELECT id, pg_notify(${messagesChannel}, '') FROM added`,
    ),
  );
  return rowCount ?? 0;
}

/** The fields that determine a message's lane. */
export type InLane = Pick<NewMessage, "webhookId" | "linkId">;

function laneOf({ linkId }: InLane): string {
  return linkId ?? linklessLane;
}

/** Locks the lanes of the given webhooks until the transaction ends. */
async function lockLanes(client: ClientBase, webhookIds: readonly string[]): Promise<void> {
  const ids = [...new Set(webhookIds)];
  await client.query(sql`SELECT id FROM webhook WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`);
}

/** Makes the first waiting message of each lane due. The webhooks must be locked. */
export async function wakeLanes(client: ClientBase, messages: readonly InLane[], now: Date): Promise<void> {
  await client.query(
    named(
      "webhook_lanes",
      sql`UPDATE webhook_message AS m SET due_at = ${now} FROM (SELECT DISTINCT *
        FROM unnest(${messages.map(({ webhookId }) => webhookId)}::uuid[], ${messages.map(laneOf)}::uuid[]))
        AS given (webhook_id, lane)
      WHERE m.due_at IS NULL AND m.id = (SELECT id FROM webhook_message AS first
        WHERE first.webhook_id = given.webhook_id AND first.lane = given.lane AND first.state = 'pending' ORDER BY position
          LIMIT 1)`,
    ),
  );
}

/** Runs a transaction on one connection, with rollback on errors. */
export async function transactionOn<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query("BEGIN");
  try {
    const result = await work();
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** Derives a stable id from the webhook and event, so that a message is never written twice. */
export function messageIdOf(webhookId: string, ...event: readonly (string | number)[]): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([webhookId, ...event]))
    .digest("hex");
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`];
  return [...parts, digest.slice(20, 32)].join("-");
}
