import type { ClientBase, Pool } from "pg";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import type { DeliveryLimits, LogRecord } from "../port.ts";
import type { Point } from "./position.ts";
import { givenValue } from "./storedValue.ts";

export interface ReadBatch {
  readonly records: readonly LogRecord[];
  /** Behind the last record; where there is none, what was read behind. */
  readonly next: Point;
  /** There are records that can't be read yet, because a transaction older than theirs is still open. */
  readonly unsettled: boolean;
}

/**
 * Only what lies below the oldest open transaction is read, ordered by transaction and number: whatever commits late
 * has a transaction id above everything that has been read by then, so a reader can't step over it.
 */
const readSql = `
  SELECT xid::text, position::text, key, value, full_size, (extract(epoch FROM recorded_at) * 1000)::float8 AS recorded_at
  FROM (
    SELECT xid, position, key, value, full_size, recorded_at,
      row_number() OVER (ORDER BY xid, position) AS number,
      sum(coalesce(full_size, octet_length(value), 0)) OVER (ORDER BY xid, position) AS bytes
    FROM log_record
    WHERE topic = $1 AND (xid, position) > ($2::xid8, $3::bigint)
      AND xid < pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY xid, position
    LIMIT $4
  ) AS next
  WHERE number = 1 OR bytes <= $5
  ORDER BY next.xid, next.position`;

/** The order is there for the planner: it would read the whole table for an EXISTS, once a second for each reader. */
const unsettledSql = `
  SELECT (
    SELECT xid FROM log_record WHERE topic = $1 AND (xid, position) > ($2::xid8, $3::bigint)
    ORDER BY xid, position LIMIT 1
  ) IS NOT NULL AS unsettled`;

interface Row {
  readonly xid: string;
  readonly position: string;
  readonly key: string | null;
  readonly value: Buffer | null;
  readonly full_size: number | null;
  readonly recorded_at: number;
}

export async function readBatch(
  database: ClientBase | Pool,
  topic: Topic,
  after: Point,
  limits: DeliveryLimits,
): Promise<ReadBatch> {
  const { rows } = await database.query<Row>({
    name: "log_read",
    text: readSql,
    values: [topic.name, after.xid, after.position, limits.maxRecords, limits.maxBytes],
  });
  const last = rows.at(-1);
  if (last) {
    const values = await Promise.all(rows.map((row) => givenValue(row.value, row.full_size)));
    const records = rows.map((row, i) => ({
      key: row.key,
      value: values[i] ?? null,
      recordedAt: Math.floor(row.recorded_at),
    }));
    return { records, next: { xid: last.xid, position: last.position }, unsettled: false };
  }
  const waiting = await database.query<{ unsettled: boolean }>({
    name: "log_unsettled",
    text: unsettledSql,
    values: [topic.name, after.xid, after.position],
  });
  return { records: [], next: after, unsettled: waiting.rows[0]?.unsettled ?? false };
}
