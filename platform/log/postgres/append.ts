import type { Pool } from "pg";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import { join, named, raw, sql } from "../../postgres/sql.ts";
import { inTransaction } from "../../postgres/transaction.ts";
import type { NewRecord } from "../port.ts";
import { validateRecord } from "../port.ts";
import { storedValue } from "./storedValue.ts";

/** Maximum records per statement: Postgres allows 65,535 parameters, of which each record uses three. */
const recordsAStatement = 1000;

/** Appends records in order, in one transaction, and notifies the readers that listen on `channel`. */
export async function appendRecords(
  pool: Pool,
  topic: Topic,
  channel: string,
  records: readonly NewRecord[],
): Promise<void> {
  if (records.length === 0) return;
  for (const record of records) validateRecord(topic, record);
  if (records.length <= recordsAStatement) {
    await pool.query(await insertOf(topic, channel, records));
    return;
  }
  await inTransaction(pool, async (client) => {
    for (let at = 0; at < records.length; at += recordsAStatement) {
      await client.query(await insertOf(topic, channel, records.slice(at, at + recordsAStatement)));
    }
  });
}

async function insertOf(topic: Topic, channel: string, records: readonly NewRecord[]) {
  const stored = await Promise.all(records.map(({ value }) => storedValue(value)));
  const rows = records.map(({ key }, i) => {
    const { value = null, fullSize = null } = stored[i] ?? {};
    return sql`(${raw(`${i + 1}`)}, ${key}::text, ${value}::bytea, ${fullSize}::integer)`;
  });
  const insert = sql`
      WITH inserted AS (
        INSERT INTO log_record (topic, key, value, full_size)
        SELECT ${topic.name}, key, value, full_size FROM (VALUES ${join(rows)}) AS given (ordinal, key, value, full_size)
        ORDER BY ordinal
      )
      SELECT pg_notify(${channel}, '')`;
  // Most appends have one record: planning a statement for one record takes longer than running it, so it is prepared.
  return records.length === 1 ? named("log_append", insert) : insert;
}
