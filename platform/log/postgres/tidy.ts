import type { Pool, PoolClient } from "pg";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import { sql } from "../../postgres/sql.ts";
import { inTransaction } from "../../postgres/transaction.ts";
import { start, type Point } from "./position.ts";

// Columns in ORDER BY are qualified with their table: an unqualified name would mean the result column, which is text.

/** Applies retention or compaction to one topic, once. Does nothing if another process is tidying it. */
export async function tidyTopic(pool: Pool, topic: Topic): Promise<void> {
  await inTransaction(pool, async (client) => {
    const lock = await client.query<{ taken: boolean }>(
      sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${`hoplog log tidy ${topic.name}`}, 0)) AS taken`,
    );
    if (!lock.rows[0]?.taken) return;
    if (topic.cleanup === "delete") await dropOld(client, topic.name, topic.retentionMs);
    else await compact(client, topic.name, topic.tombstoneMs);
  });
}

/**
 * Marks the position that all consumers have reached now, and deletes the records that all had read `retentionMs` ago.
 * Deletes nothing as long as no consumer has registered.
 */
async function dropOld(client: PoolClient, topic: string, retentionMs: number): Promise<void> {
  await client.query(
    sql`INSERT INTO log_retention_mark (topic, xid, position)
     SELECT topic, xid, position FROM log_consumer WHERE topic = ${topic} ORDER BY log_consumer.xid, log_consumer.position LIMIT 1
     ON CONFLICT DO NOTHING`,
  );
  const { rows } = await client.query<Point>(
    sql`SELECT xid::text, position::text FROM log_retention_mark AS mark
     WHERE topic = ${topic} AND marked_at <= clock_timestamp() - ${retentionMs} * interval '1 millisecond'
     ORDER BY mark.xid DESC, mark.position DESC LIMIT 1`,
  );
  const mark = rows[0];
  if (!mark) return;
  await client.query(
    sql`DELETE FROM log_record WHERE topic = ${topic} AND (xid, position) <= (${mark.xid}::xid8, ${mark.position}::bigint)`,
  );
  await client.query(
    sql`DELETE FROM log_retention_mark WHERE topic = ${topic} AND (xid, position) < (${mark.xid}::xid8, ${mark.position}::bigint)`,
  );
}

/**
 * Deletes older records of the keys that have a new record since the last run, and all tombstones older than
 * `tombstoneMs`. Only considers records of settled transactions.
 */
async function compact(client: PoolClient, topic: string, tombstoneMs: number): Promise<void> {
  const { rows } = await client.query<Point>(
    sql`SELECT xid::text, position::text FROM log_record AS record
     WHERE topic = ${topic} AND record.xid < pg_snapshot_xmin(pg_current_snapshot())
     ORDER BY record.xid DESC, record.position DESC LIMIT 1`,
  );
  const end = rows[0];
  if (!end) return;
  const compacted = await client.query<Point>(
    sql`SELECT xid::text, position::text FROM log_compaction WHERE topic = ${topic}`,
  );
  const since = compacted.rows[0] ?? start;
  await client.query(
    sql`WITH changed AS (
       SELECT DISTINCT ON (key) key, xid, position FROM log_record
       WHERE topic = ${topic} AND (xid, position) > (${since.xid}::xid8, ${since.position}::bigint)
         AND (xid, position) <= (${end.xid}::xid8, ${end.position}::bigint)
       ORDER BY key, xid DESC, position DESC
     )
     DELETE FROM log_record AS record USING changed
     WHERE record.topic = ${topic} AND record.key = changed.key
       AND (record.xid, record.position) < (changed.xid, changed.position)`,
  );
  await client.query(
    sql`INSERT INTO log_compaction (topic, xid, position) VALUES (${topic}, ${end.xid}::xid8, ${end.position})
     ON CONFLICT (topic) DO UPDATE SET xid = excluded.xid, position = excluded.position`,
  );
  await client.query(
    sql`DELETE FROM log_record
     WHERE topic = ${topic} AND value IS NULL AND (xid, position) <= (${end.xid}::xid8, ${end.position}::bigint)
       AND recorded_at <= clock_timestamp() - ${tombstoneMs} * interval '1 millisecond'`,
  );
}
