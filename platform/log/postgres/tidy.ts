import type { Pool, PoolClient } from "pg";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import { inTransaction } from "../../postgres/transaction.ts";
import { start, type Point } from "./position.ts";

// Columns to sort by are written with their table: a bare name would mean the text of the result column.

/** Retention or compaction of one topic, once. Does nothing when another process is just at it. */
export async function tidyTopic(pool: Pool, topic: Topic): Promise<void> {
  await inTransaction(pool, async (client) => {
    const lock = await client.query<{ taken: boolean }>(
      "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS taken",
      [`hoplog log tidy ${topic.name}`],
    );
    if (!lock.rows[0]?.taken) return;
    if (topic.cleanup === "delete") await dropOld(client, topic.name, topic.retentionMs);
    else await compact(client, topic.name, topic.tombstoneMs);
  });
}

/**
 * Notes what all consumers have by now, and drops what they already had `retentionMs` ago. Nothing is dropped as
 * long as no consumer has ever registered: nobody has it yet.
 */
async function dropOld(client: PoolClient, topic: string, retentionMs: number): Promise<void> {
  await client.query(
    `INSERT INTO log_retention_mark (topic, xid, position)
     SELECT topic, xid, position FROM log_consumer WHERE topic = $1 ORDER BY log_consumer.xid, log_consumer.position LIMIT 1
     ON CONFLICT DO NOTHING`,
    [topic],
  );
  const { rows } = await client.query<Point>(
    `SELECT xid::text, position::text FROM log_retention_mark AS mark
     WHERE topic = $1 AND marked_at <= clock_timestamp() - $2 * interval '1 millisecond'
     ORDER BY mark.xid DESC, mark.position DESC LIMIT 1`,
    [topic, retentionMs],
  );
  const mark = rows[0];
  if (!mark) return;
  await client.query("DELETE FROM log_record WHERE topic = $1 AND (xid, position) <= ($2::xid8, $3::bigint)", [
    topic,
    mark.xid,
    mark.position,
  ]);
  await client.query("DELETE FROM log_retention_mark WHERE topic = $1 AND (xid, position) < ($2::xid8, $3::bigint)", [
    topic,
    mark.xid,
    mark.position,
  ]);
}

/**
 * Keeps the newest record of each key, and drops tombstones that are older than `tombstoneMs`. Only what is settled
 * counts, and only keys that have got a record since the last time are looked at.
 */
async function compact(client: PoolClient, topic: string, tombstoneMs: number): Promise<void> {
  const { rows } = await client.query<Point>(
    `SELECT xid::text, position::text FROM log_record AS record
     WHERE topic = $1 AND record.xid < pg_snapshot_xmin(pg_current_snapshot())
     ORDER BY record.xid DESC, record.position DESC LIMIT 1`,
    [topic],
  );
  const end = rows[0];
  if (!end) return;
  const compacted = await client.query<Point>("SELECT xid::text, position::text FROM log_compaction WHERE topic = $1", [
    topic,
  ]);
  const since = compacted.rows[0] ?? start;
  await client.query(
    `WITH changed AS (
       SELECT DISTINCT ON (key) key, xid, position FROM log_record
       WHERE topic = $1 AND (xid, position) > ($2::xid8, $3::bigint) AND (xid, position) <= ($4::xid8, $5::bigint)
       ORDER BY key, xid DESC, position DESC
     )
     DELETE FROM log_record AS record USING changed
     WHERE record.topic = $1 AND record.key = changed.key
       AND (record.xid, record.position) < (changed.xid, changed.position)`,
    [topic, since.xid, since.position, end.xid, end.position],
  );
  await client.query(
    `INSERT INTO log_compaction (topic, xid, position) VALUES ($1, $2::xid8, $3)
     ON CONFLICT (topic) DO UPDATE SET xid = excluded.xid, position = excluded.position`,
    [topic, end.xid, end.position],
  );
  await client.query(
    `DELETE FROM log_record
     WHERE topic = $1 AND value IS NULL AND (xid, position) <= ($2::xid8, $3::bigint)
       AND recorded_at <= clock_timestamp() - $4 * interval '1 millisecond'`,
    [topic, end.xid, end.position, tombstoneMs],
  );
}
