import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { select } from "../../../clicks/clickhouse/select.ts";
import { storedVersion } from "../storedDays.ts";
import { dimensionAndValue, groupedByDimension } from "../fieldCounts.ts";

/** Minimum clicks per day of a link or an account with stored lists; fewer clicks are counted quickly on demand. */
export const busyFrom = 5000;

/** Links per pass. */
const linksAtOnce = 100;

const linkRow = z.object({ owner: z.guid(), link: z.guid() });

/**
 * Stores the counts for the top lists of links for a UTC day (`2026-11-21`). Includes links that are busy enough, and
 * skips those whose clicks have not changed since the last run, or are before the retention cut. Returns the number of
 * stored links. `run` must be different each time.
 */
export async function storeTopLists(
  clickhouse: ClickHouseClient,
  day: string,
  run: number,
  least = busyFrom,
): Promise<number> {
  const links = await select(
    clickhouse,
    linkRow,
    `SELECT owner_id AS owner, link_id AS link FROM (
       SELECT owner_id, link_id, sum(q.people) AS people, sum(q.bots) AS bots FROM link_quarter AS q
       WHERE quarter >= toDateTime({day: Date}, 'UTC') AND quarter < toDateTime({day: Date} + 1, 'UTC')
       GROUP BY owner_id, link_id HAVING people + bots >= {least: UInt64})
     WHERE (owner_id, link_id, people, bots) NOT IN (
       SELECT owner_id, link_id, people, bots FROM link_day_value
       WHERE dimension = '' AND day = {day: Date} AND value = {version: String})
       AND owner_id NOT IN (SELECT owner_id FROM clicks_cut WHERE cut_before > {day: Date})
     SETTINGS max_threads = 1`,
    { day, least, version: storedVersion },
  );
  for (let at = 0; at < links.length; at += linksAtOnce) {
    const some = links.slice(at, at + linksAtOnce);
    await storeForLinks(clickhouse, day, run, some);
  }
  return links.length;
}

async function storeForLinks(
  clickhouse: ClickHouseClient,
  day: string,
  run: number,
  links: readonly z.output<typeof linkRow>[],
): Promise<void> {
  const params = { day, run, owners: links.map(({ owner }) => owner), links: links.map(({ link }) => link) };
  const ofLinks = `(owner_id, link_id) IN (
    SELECT pair.1, pair.2 FROM (SELECT arrayJoin(arrayZip({owners: Array(UUID)}, {links: Array(UUID)})) AS pair))`;
  await write(
    clickhouse,
    `SELECT owner_id, link_id, {day: Date} AS day, {run: UInt64} AS run, ${dimensionAndValue()},
       countIf(NOT is_bot) AS people, countIf(is_bot) AS bots
     FROM clicks WHERE ${ofLinks} AND at >= toDateTime64({day: Date}, 3, 'UTC') AND at < toDateTime64({day: Date} + 1, 3, 'UTC')
     ${groupedByDimension({ keys: ["owner_id", "link_id"] })}`,
    params,
  );
  // Each click has exactly one device, so the sum over devices is the number of counted clicks, even if more have
  // arrived since.
  await write(
    clickhouse,
    `SELECT owner_id, link_id, day, run, '', {version: String}, sum(v.people), sum(v.bots)
     FROM link_day_value AS v
     WHERE ${ofLinks} AND dimension = 'device' AND day = {day: Date} AND run = {run: UInt64}
     GROUP BY owner_id, link_id, day, run`,
    { ...params, version: storedVersion },
  );
}

async function write(clickhouse: ClickHouseClient, query: string, params: Record<string, unknown>): Promise<void> {
  await clickhouse.command({
    query: `INSERT INTO link_day_value (owner_id, link_id, day, run, dimension, value, people, bots) ${query}`,
    query_params: params,
    clickhouse_settings: { max_threads: 1, max_execution_time: 0 },
  });
}
