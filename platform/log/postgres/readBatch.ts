import type { ClientBase, Pool } from "pg";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import { named, sql } from "../../postgres/sql.ts";
import { bytesOf, type DeliveryLimits, type LogRecord } from "../port.ts";
import { toPosition, type Point } from "./position.ts";
import { originalValue } from "./storedValue.ts";

export interface ReadBatch {
  readonly records: readonly LogRecord[];
  /** The point of the first record; if there is none, the point after which the batch was read. */
  readonly first: Point;
  /** The point of the last record; if there is none, the point after which the batch was read. */
  readonly next: Point;
  /** Whether no record was read although there are some, because an older transaction is still open. */
  readonly unsettled: boolean;
}

interface Row {
  readonly xid: string;
  readonly position: string;
  readonly key: string | null;
  readonly value: Buffer | null;
  readonly full_size: number | null;
  readonly recorded_at: number;
}

type Limits = Pick<DeliveryLimits, "maxRecords" | "maxBytes">;

export async function readBatch(
  database: ClientBase | Pool,
  topic: Topic,
  after: Point,
  limits: Limits,
): Promise<ReadBatch> {
  const found = await batchOf(await rowsAfter(database, topic, after, limits, 1));
  if (found) return found;
  // With ORDER BY the planner chooses the index; with EXISTS, each poll of each reader would scan the whole table.
  const waiting = await database.query<{ unsettled: boolean }>(
    named(
      "log_unsettled",
      sql`
  SELECT (
    SELECT xid FROM log_record WHERE topic = ${topic.name} AND (xid, position) > (${after.xid}::xid8, ${after.position}::bigint)
    ORDER BY xid, position LIMIT 1
  ) IS NOT NULL AS unsettled`,
    ),
  );
  return { records: [], first: after, next: after, unsettled: waiting.rows[0]?.unsettled ?? false };
}

/** Returns the batch extended by the records that have arrived since, as far as both fit into the limits. */
export async function readMore(
  database: ClientBase | Pool,
  topic: Topic,
  batch: ReadBatch,
  limits: Limits,
): Promise<ReadBatch> {
  const maxRecords = limits.maxRecords - batch.records.length;
  const maxBytes = limits.maxBytes - bytesOf(batch.records);
  if (maxRecords <= 0 || maxBytes <= 0) return batch;
  const more = await batchOf(await rowsAfter(database, topic, batch.next, { maxRecords, maxBytes }, 0));
  return more ? { ...more, records: [...batch.records, ...more.records], first: batch.first } : batch;
}

/** Reads rows after a point within the limits; the first `inAnyCase` rows are returned whatever their size. */
async function rowsAfter(
  database: ClientBase | Pool,
  topic: Topic,
  after: Point,
  { maxRecords, maxBytes }: Limits,
  inAnyCase: 0 | 1,
): Promise<Row[]> {
  // Reads only records below the oldest open transaction, ordered by transaction and number: a transaction that commits
  // late has an id above everything read before, so a reader can't skip its records.
  const { rows } = await database.query<Row>(
    named(
      "log_read",
      sql`
  SELECT xid::text, position::text, key, value, full_size, (extract(epoch FROM recorded_at) * 1000)::float8 AS recorded_at
  FROM (
    SELECT xid, position, key, value, full_size, recorded_at,
      row_number() OVER (ORDER BY xid, position) AS number,
      sum(coalesce(full_size, octet_length(value), 0)) OVER (ORDER BY xid, position) AS bytes
    FROM log_record
    WHERE topic = ${topic.name} AND (xid, position) > (${after.xid}::xid8, ${after.position}::bigint)
      AND xid < pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY xid, position
    LIMIT ${maxRecords}
  ) AS next
  WHERE number <= ${inAnyCase} OR bytes <= ${maxBytes}
  ORDER BY next.xid, next.position`,
    ),
  );
  return rows;
}

/**
 * Reads all records after `after`, up to and including `last`. Throws a RangeError if the record at `last` is missing.
 */
export async function readRange(
  database: ClientBase | Pool,
  topic: Topic,
  after: Point,
  last: Point,
): Promise<ReadBatch> {
  const { rows } = await database.query<Row>(
    named(
      "log_read_range",
      sql`
  SELECT xid::text, position::text, key, value, full_size, (extract(epoch FROM recorded_at) * 1000)::float8 AS recorded_at
  FROM log_record
  WHERE topic = ${topic.name} AND (xid, position) > (${after.xid}::xid8, ${after.position}::bigint)
    AND (xid, position) <= (${last.xid}::xid8, ${last.position}::bigint)
  ORDER BY log_record.xid, log_record.position`,
    ),
  );
  const found = await batchOf(rows);
  if (!found || found.next.xid !== last.xid || found.next.position !== last.position)
    throw new RangeError(`${topic.name} no longer has the record ${toPosition(last)}`);
  return found;
}

/** Builds a batch; null if there are no rows. */
async function batchOf(rows: readonly Row[]): Promise<ReadBatch | null> {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return null;
  const values = await Promise.all(rows.map((row) => originalValue(row.value, row.full_size)));
  const records = rows.map((row, i) => ({
    key: row.key,
    value: values[i] ?? null,
    recordedAt: Math.floor(row.recorded_at),
  }));
  return {
    records,
    first: { xid: first.xid, position: first.position },
    next: { xid: last.xid, position: last.position },
    unsettled: false,
  };
}
