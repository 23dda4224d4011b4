import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type { RecordedBatch } from "../batch/readRecords.ts";
import { uuidText } from "@hoplog/schema/uuid.js";

/**
 * Age from which a batch is looked up in ClickHouse. Counted batches are stored for an hour: an older one may have been
 * deleted.
 */
const rememberedMs = 30 * 60 * 1000;

/** Maximum batches per query, whose parameters are in the URL. */
const batchesAQuery = 500;

/**
 * Returns whether a batch may have been counted and deleted from the counted batches, so that it must be looked up
 * before a delivery takes it: its clicks are old, or were when the log stored it. `now` is in milliseconds since the
 * epoch.
 */
export function isLate({ batch, recordedAt }: RecordedBatch, now: number): boolean {
  return Math.max(recordedAt, now) - batch.base > rememberedMs;
}

/**
 * Returns the batches, except late ones whose clicks or misses ClickHouse has already counted. Batches that are not
 * late are returned without a lookup.
 */
export async function notCounted(
  client: ClickHouseClient,
  batches: readonly RecordedBatch[],
  now: number,
): Promise<RecordedBatch[]> {
  const late = batches.filter((one) => isLate(one, now));
  const counted = new Set<string>();
  for (let from = 0; from < late.length; from += batchesAQuery) {
    const some = late.slice(from, from + batchesAQuery);
    for (const id of await countedClicks(client, some)) counted.add(id);
    for (const id of await countedMisses(client, some)) counted.add(id);
  }
  return batches.filter(({ id }) => !counted.has(id));
}

/**
 * Looks up the first click of each batch, because all clicks of a batch are in one insert. If a retention has deleted
 * them, the batch's id is in `cut_batch`.
 */
function countedClicks(client: ClickHouseClient, batches: readonly RecordedBatch[]): Promise<string[]> {
  const some = batches.filter(({ batch }) => batch.size > 0);
  const links = some.map(({ batch }) => batch.links[batch.link[0] ?? 0]);
  return idsOf(client, some, {
    query: `
      SELECT DISTINCT toString(batch_id) AS id FROM clicks
      WHERE batch_id IN {ids:Array(UUID)} AND (owner_id, link_id, at) IN (
        SELECT one.1, one.2, fromUnixTimestamp64Milli(one.3, 'UTC')
        FROM (SELECT arrayJoin(arrayZip({owners:Array(UUID)}, {links:Array(UUID)}, {ats:Array(Int64)})) AS one))
      UNION DISTINCT SELECT toString(batch_id) AS id FROM cut_batch WHERE batch_id IN {ids:Array(UUID)}`,
    query_params: {
      owners: links.map((link) => uuidText(link?.ownerId ?? nobody)),
      links: links.map((link) => uuidText(link?.linkId ?? nobody)),
      ats: some.map(({ batch }) => batch.base + (batch.at[0] ?? 0)),
    },
  });
}

const nobody = new Uint8Array(16);

function countedMisses(client: ClickHouseClient, batches: readonly RecordedBatch[]): Promise<string[]> {
  const some = batches.filter(({ batch }) => batch.misses.size > 0);
  return idsOf(client, some, {
    query: `
      SELECT DISTINCT toString(batch_id) AS id FROM misses
      WHERE batch_id IN {ids:Array(UUID)} AND (code, at) IN (
        SELECT one.1, fromUnixTimestamp64Milli(one.2, 'UTC')
        FROM (SELECT arrayJoin(arrayZip({codes:Array(String)}, {ats:Array(Int64)})) AS one))`,
    query_params: {
      codes: some.map(({ batch }) => batch.texts[batch.misses.code[0] ?? 0] ?? ""),
      ats: some.map(({ batch }) => batch.base + (batch.misses.at[0] ?? 0)),
    },
  });
}

async function idsOf(
  client: ClickHouseClient,
  batches: readonly RecordedBatch[],
  question: { readonly query: string; readonly query_params: Record<string, unknown> },
): Promise<string[]> {
  if (batches.length === 0) return [];
  const query_params = { ...question.query_params, ids: batches.map(({ id }) => id) };
  const answer = await client.query({ query: question.query, query_params, format: "JSONEachRow" });
  return (await answer.json<{ id: string }>()).map(({ id }) => id);
}
