import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type { RecordedBatch } from "../batch/readRecords.ts";
import { uuidText } from "@hoplog/schema/uuid.js";
import type { Offered } from "./counted.ts";

/** Batches are remembered for an hour after they were counted: an older one may have been forgotten. */
const rememberedMs = 30 * 60 * 1000;

/** Bounds what a question carries: parameters go into the URL. */
const batchesAQuery = 500;

export interface Age {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** When deliveries began to be kept. */
  readonly since: number;
}

/**
 * Whether a batch may have been counted and forgotten, or counted by the release before: then it has to be looked up before
 * a delivery takes it. So it is when its clicks are old, or were when the log took them. What the log took before `since`
 * may be half written by the release before, under the batch's id: it is looked up only where that release did so.
 */
export function isLate({ batch, recordedAt }: RecordedBatch, { now, since }: Age): boolean {
  if (recordedAt - batch.base > rememberedMs) return true;
  return recordedAt >= since && (now - batch.base > rememberedMs || batch.base < since);
}

/** What is to be counted of these batches: late ones are looked up in ClickHouse, each half by itself. */
export async function notCounted(
  client: ClickHouseClient,
  batches: readonly RecordedBatch[],
  age: Age,
): Promise<Offered[]> {
  const late = batches.filter((one) => isLate(one, age));
  const clicks = new Set<string>();
  const misses = new Set<string>();
  for (let from = 0; from < late.length; from += batchesAQuery) {
    const some = late.slice(from, from + batchesAQuery);
    for (const id of await countedClicks(client, some)) clicks.add(id);
    for (const id of await countedMisses(client, some)) misses.add(id);
  }
  return batches.flatMap(({ id, batch }): Offered[] => {
    if (!clicks.has(id) && !misses.has(id)) return [{ id: batch.id, part: "all" }];
    if (batch.size > 0 && !clicks.has(id)) return [{ id: batch.id, part: "clicks" }];
    if (batch.misses.size > 0 && !misses.has(id)) return [{ id: batch.id, part: "misses" }];
    return [];
  });
}

/** One row is enough: a batch's clicks are in one insert, all or nothing. Those that a retention has removed left the batch's id. */
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
