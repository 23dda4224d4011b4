import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { select } from "../../clicks/clickhouse/select.ts";
import { forClickHouse } from "../../clicks/counts/range.ts";
import { clickColumns, clickOf, clickRow } from "../link/clickLog.ts";
import type { Condition } from "../../clicks/clickhouse/condition.ts";
import { filterConditions } from "../../clicks/questions/filterConditions.ts";
import { countedRows } from "../../clicks/questions/source.ts";
import { type LiveClick, type LiveQuestion, sampleMax, type Slice, sliceSeconds, windowSeconds } from "./event.ts";

/** A click before its link is looked up. */
export type ReadClick = Omit<LiveClick, "linkName" | "code">;

/** Counted batches, and the account's links in them. */
export interface CountedBatches {
  readonly batchIds: readonly string[];
  /** The clicked links; null if there are too many. */
  readonly linkIds: readonly string[] | null;
}

const count = z.coerce.number();
const sliceMs = sliceSeconds * 1000;
const sliceOfClick = `intDiv(toUnixTimestamp64Milli(at), ${sliceMs})`;

/** Returns the SQL condition for the live clicks at a moment; the window starts with a whole slice. */
function liveClicks({ ownerId, filters }: LiveQuestion, now: Date): { all: Condition; filter: string } {
  const since = new Date((Math.floor(now.getTime() / sliceMs) - windowSeconds / sliceSeconds) * sliceMs);
  const filter = filterConditions(filters);
  return {
    all: {
      sql: "owner_id = {owner: UUID} AND at >= {since: DateTime64(3, 'UTC')}",
      params: { ...filter.params, owner: ownerId, since: forClickHouse(since) },
    },
    filter: filter.sql,
  };
}

/** Selects links by the small table of sums; otherwise all clicks of the account's month would be read. */
const clickedLately = `link_id IN (SELECT link_id FROM link_quarter WHERE owner_id = {owner: UUID}
  AND quarter >= toStartOfFifteenMinutes({since: DateTime64(3, 'UTC')}))`;

const sliceRow = z.object({ slice: count, country: z.string(), people: count, bots: count });

/** Returns the slices with these numbers, or all of the window; slices without clicks are omitted. */
export async function readSlices(
  clickhouse: ClickHouseClient,
  question: LiveQuestion,
  now: Date,
  numbers?: readonly number[],
): Promise<Slice[]> {
  if (numbers?.length === 0) return [];
  const { all, filter } = liveClicks(question, now);
  const some = `AND at >= {first: DateTime64(3, 'UTC')} AND at < {end: DateTime64(3, 'UTC')}
    AND ${sliceOfClick} IN {slices: Array(Int64)}`;
  const rows = await select(
    clickhouse,
    sliceRow,
    `SELECT ${sliceOfClick} AS slice, country, countIf(NOT is_bot) AS people, countIf(is_bot) AS bots
     FROM clicks WHERE ${all.sql} AND ${clickedLately} AND ${filter} ${numbers ? some : ""}
     GROUP BY slice, country ORDER BY slice, people + bots DESC, country`,
    {
      ...all.params,
      ...(numbers && {
        slices: numbers,
        first: forClickHouse(new Date(Math.min(...numbers) * sliceMs)),
        end: forClickHouse(new Date((Math.max(...numbers) + 1) * sliceMs)),
      }),
    },
  );
  const slices = new Map<number, z.output<typeof sliceRow>[]>();
  for (const row of rows) slices.set(row.slice, [...(slices.get(row.slice) ?? []), row]);
  return [...slices].map(([slice, of]) => ({
    at: new Date(slice * sliceMs),
    people: of.reduce((sum, { people }) => sum + people, 0),
    bots: of.reduce((sum, { bots }) => sum + bots, 0),
    countries: of.map(({ country, people, bots }) => ({ code: country, people, bots })),
  }));
}

const foundRow = z.object({ batch: z.string(), slice: count, people: count, bots: count });

/**
 * Counts the clicks of the given batches. Returns the changed slices, and as `found` the batches that ClickHouse has.
 */
export async function readBatches(
  clickhouse: ClickHouseClient,
  question: LiveQuestion,
  now: Date,
  batches: CountedBatches,
): Promise<{ found: string[]; slices: number[]; people: number; bots: number }> {
  const { all, filter } = liveClicks(question, now);
  const rows = await select(
    clickhouse,
    foundRow,
    `SELECT batch_id AS batch, ${sliceOfClick} AS slice,
       countIf(NOT is_bot AND ${filter}) AS people, countIf(is_bot AND ${filter}) AS bots
     FROM clicks WHERE ${all.sql} AND ${ofBatches(batches)} GROUP BY batch, slice`,
    { ...all.params, batches: batches.batchIds, ...(batches.linkIds && { links: batches.linkIds }) },
  );
  const counted = rows.filter(({ people, bots }) => people + bots > 0);
  return {
    found: [...new Set(rows.map(({ batch }) => batch))],
    slices: [...new Set(counted.map(({ slice }) => slice))],
    people: counted.reduce((sum, { people }) => sum + people, 0),
    bots: counted.reduce((sum, { bots }) => sum + bots, 0),
  };
}

function ofBatches({ linkIds }: CountedBatches): string {
  return `${linkIds ? "link_id IN {links: Array(UUID)}" : clickedLately} AND batch_id IN {batches: Array(UUID)}`;
}

const sampleRow = clickRow.extend({ linkId: z.guid() });

/** Returns some clicks of the given batches, or the newest clicks of the window, oldest first. */
export async function readSample(
  clickhouse: ClickHouseClient,
  question: LiveQuestion,
  now: Date,
  batches: CountedBatches | null,
): Promise<ReadClick[]> {
  const { all, filter } = liveClicks(question, now);
  const rows = await select(
    clickhouse,
    sampleRow,
    `SELECT ${clickColumns}, link_id AS linkId FROM clicks
     WHERE ${all.sql} AND ${batches ? ofBatches(batches) : clickedLately} AND ${filter} AND ${countedRows(question)}
     ORDER BY ${batches ? "cityHash64(click_id)" : "at DESC, click_id DESC"} LIMIT {max: UInt32}`,
    {
      ...all.params,
      max: sampleMax,
      ...(batches && { batches: batches.batchIds }),
      ...(batches?.linkIds && { links: batches.linkIds }),
    },
  );
  return rows
    .map(({ linkId, ...row }) => ({ ...clickOf(row), linkId }))
    .toSorted((a, b) => a.timestamp.getTime() - b.timestamp.getTime());
}
