import type { EventLog, NewRecord } from "@hoplog/platform/log/port.js";
import type { StepResult } from "@hoplog/platform/postgres/exclusiveWork.js";
import { parseEvent } from "@hoplog/schema/events/domainEvent.js";
import { encodeLinkRecord, linkRecordSchema } from "@hoplog/schema/topics/linkRecord.js";
import { linksV1 } from "@hoplog/schema/topics/topic.js";
import type { ClientBase } from "pg";
import { touchedBy } from "./touchedCodes.ts";

export interface Checkpoint {
  readonly transactionId: string;
  readonly position: string;
}

/** Each log has a checkpoint of its own: what one has been told is not in another. */
function checkpointName(log: EventLog): string {
  return log.name === "postgres" ? linksV1.name : `${linksV1.name}@${log.name}`;
}
const batchSize = 2000;

interface EventRow {
  readonly transaction_id: string;
  readonly position: string;
  readonly type: string;
  readonly schema_version: number;
  readonly data: unknown;
}

/** Forgets what has been published where the topic holds nothing of it: then all codes are published again. */
export async function beginAnewWhereNew(client: ClientBase, log: EventLog): Promise<void> {
  if (!(await log.isNew(linksV1))) return;
  await client.query("DELETE FROM relay_checkpoint WHERE name = $1", [checkpointName(log)]);
}

/**
 * Publishes what the next events mean for visitors: not the events, but the present state of each code they touched.
 * States may be published twice or ahead of their event, and the last one published is always the present one. Runs on
 * the connection that holds the relay's lock, so that a relay that lost it can't publish states it read before.
 */
export async function relayStep(client: ClientBase, log: EventLog): Promise<StepResult> {
  const name = checkpointName(log);
  const from = await readCheckpoint(client, name);
  const { rows } = await client.query<EventRow>({
    name: "relay_events",
    text: `SELECT transaction_id::text, position::text, type, schema_version, data FROM event
           WHERE (transaction_id, position) > ($1::xid8, $2::bigint) AND stream_type = 'link'
             AND transaction_id < pg_snapshot_xmin(pg_current_snapshot())
           ORDER BY event.transaction_id, event.position LIMIT $3`,
    values: [from.transactionId, from.position, batchSize],
  });
  const last = rows.at(-1);
  if (!last) return (await hasUnsettled(client, from)) ? "waiting" : "idle";

  const events = rows.map((row) => parseEvent("link", { type: row.type, version: row.schema_version, data: row.data }));
  const records = await presentStates(client, touchedBy(events));
  if (records.length > 0) await log.append(linksV1, records);
  await writeCheckpoint(client, name, { transactionId: last.transaction_id, position: last.position });
  return "worked";
}

async function presentStates(client: ClientBase, touched: ReturnType<typeof touchedBy>): Promise<NewRecord[]> {
  if (touched.codes.size === 0 && touched.linkIds.size === 0) return [];
  const { rows } = await client.query<{ code: string }>({
    name: "relay_states",
    text: `SELECT code, link_id AS "linkId", owner_id AS "ownerId", revision, url, active FROM redirect_target
           WHERE code = ANY($1) OR link_id = ANY($2)`,
    values: [[...touched.codes], [...touched.linkIds]],
  });
  const present = new Map(rows.map((row) => [row.code, encodeLinkRecord(linkRecordSchema.parse(row))]));
  const gone = [...touched.codes].filter((code) => !present.has(code));
  return [...[...present].map(([key, value]) => ({ key, value })), ...gone.map((key) => ({ key, value: null }))];
}

async function hasUnsettled(client: ClientBase, from: Checkpoint): Promise<boolean> {
  const { rows } = await client.query<{ unsettled: boolean }>({
    name: "relay_unsettled",
    text: `SELECT EXISTS (SELECT FROM event WHERE (transaction_id, position) > ($1::xid8, $2::bigint)
             AND stream_type = 'link') AS unsettled`,
    values: [from.transactionId, from.position],
  });
  return rows[0]?.unsettled ?? false;
}

async function readCheckpoint(client: ClientBase, name: string): Promise<Checkpoint> {
  const { rows } = await client.query<{ transaction_id: string; position: string }>({
    name: "relay_checkpoint",
    text: "SELECT transaction_id::text, position::text FROM relay_checkpoint WHERE name = $1",
    values: [name],
  });
  const row = rows[0];
  return row ? { transactionId: row.transaction_id, position: row.position } : { transactionId: "0", position: "0" };
}

async function writeCheckpoint(
  client: ClientBase,
  name: string,
  { transactionId, position }: Checkpoint,
): Promise<void> {
  await client.query({
    name: "relay_commit",
    text: `INSERT INTO relay_checkpoint (name, transaction_id, position) VALUES ($1, $2::xid8, $3)
           ON CONFLICT (name) DO UPDATE SET transaction_id = excluded.transaction_id, position = excluded.position`,
    values: [name, transactionId, position],
  });
}
