import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type { ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { uuidText } from "@hoplog/schema/uuid.js";

/** ClickHouse remembers the last 50,000 inserts of a table: at 27 a second they last for this long. */
const surelyRemembered = 30 * 60 * 1000;

/**
 * Whether a batch came into the log so late that an earlier copy of it may be forgotten by ClickHouse: then it has to
 * be looked up before it is written. The time in the log counts, not the time now: when the log delivers a record
 * again, however much later, only a handful of inserts have come since, and writing it again with its token also
 * completes the views of an insert that was cut off halfway.
 */
export function isLate(batch: ClickBatch, recordedAt: number): boolean {
  return recordedAt - batch.base > surelyRemembered;
}

/** Whether the batch's clicks are in the raw table. One row tells: a batch is one insert, all or nothing. */
export async function clicksAreCounted(client: ClickHouseClient, batch: ClickBatch): Promise<boolean> {
  const link = batch.links[batch.link[0] ?? 0];
  if (batch.size === 0 || !link) return true;
  return exists(client, {
    query: `
      SELECT 1 FROM clicks
      WHERE owner_id = {owner:UUID} AND link_id = {link:UUID}
        AND at = fromUnixTimestamp64Milli({at:Int64}, 'UTC') AND batch_id = {batch:UUID}
      LIMIT 1`,
    query_params: {
      owner: uuidText(link.ownerId),
      link: uuidText(link.linkId),
      at: batch.base + (batch.at[0] ?? 0),
      batch: uuidText(batch.id),
    },
  });
}

export async function missesAreCounted(client: ClickHouseClient, batch: ClickBatch): Promise<boolean> {
  const miss = batch.misses[0];
  if (!miss) return true;
  return exists(client, {
    query: `
      SELECT 1 FROM misses
      WHERE code = {code:String} AND at = fromUnixTimestamp64Milli({at:Int64}, 'UTC') AND batch_id = {batch:UUID}
      LIMIT 1`,
    query_params: { code: miss.code, at: miss.at, batch: uuidText(batch.id) },
  });
}

async function exists(
  client: ClickHouseClient,
  question: { query: string; query_params: Record<string, unknown> },
): Promise<boolean> {
  const answer = await client.query({ ...question, format: "JSONEachRow" });
  return (await answer.json()).length > 0;
}
