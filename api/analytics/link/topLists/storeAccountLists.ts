import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { cityKeySql } from "@hoplog/platform/clickhouse/citySql.js";
import { listedFieldNames } from "@hoplog/schema/clicks/filters.js";
import { z } from "zod";
import { select } from "../../../clicks/clickhouse/select.ts";
import { countedByField } from "../fieldCounts.ts";
import { accountListVersion, rareValuesOf, segmentedFields, visitorsField } from "./accountListVersion.ts";
import { busyFrom } from "./storeTopLists.ts";

const accountRow = z.object({ owner: z.guid() });

/**
 * Stores the counts for the top lists of whole accounts for a UTC day (`2026-11-21`). Includes accounts that are busy
 * enough, and skips those whose clicks have not changed since the last run, or are before the retention cut. Returns
 * the number of stored accounts. `run` must be different each time.
 */
export async function storeAccountLists(
  clickhouse: ClickHouseClient,
  day: string,
  run: number,
  least = busyFrom,
): Promise<number> {
  const accounts = await select(
    clickhouse,
    accountRow,
    `SELECT owner_id AS owner FROM (
       SELECT owner_id, sum(q.people) AS people, sum(q.bots) AS bots FROM owner_quarter AS q
       WHERE quarter >= toDateTime({day: Date}, 'UTC') AND quarter < toDateTime({day: Date} + 1, 'UTC')
       GROUP BY owner_id HAVING people + bots >= {least: UInt64})
     WHERE (owner_id, people, bots) NOT IN (
       SELECT owner_id, toInt64(people), toInt64(bots) FROM owner_day_value
       WHERE field = '' AND day = {day: Date} AND value = {version: String})
       AND owner_id NOT IN (SELECT owner_id FROM clicks_cut WHERE cut_before > {day: Date})
     SETTINGS max_threads = 1`,
    { day, least, version: accountListVersion },
  );
  for (const { owner } of accounts) await storeOne(clickhouse, { owner, day, run }, least);
  return accounts.length;
}

interface Counting {
  readonly owner: string;
  readonly day: string;
  readonly run: number;
}

const ofDay = `owner_id = {owner: UUID} AND quarter >= toDateTime({day: Date}, 'UTC')
  AND quarter < toDateTime({day: Date} + 1, 'UTC')`;
const clicksOfDay = `${ofDay} AND indexHint(at >= toDateTime64({day: Date}, 3, 'UTC') AND at < toDateTime64({day: Date} + 1, 3, 'UTC'))`;
const ofRun = "owner_id = {owner: UUID} AND day = {day: Date} AND run = {run: UInt64}";

async function storeOne(clickhouse: ClickHouseClient, params: Counting, least: number): Promise<void> {
  const write = (query: string, more: Record<string, unknown> = {}) =>
    clickhouse.command({
      query: `INSERT INTO ${query}`,
      query_params: { ...params, ...more },
      clickhouse_settings: { max_threads: 1, max_execution_time: 0 },
    });
  await write(
    `owner_day_value (owner_id, field, day, run, value, people, bots)
     SELECT {owner: UUID}, field, {day: Date}, {run: UInt64}, value, people, bots
     FROM (${countedByField(listedFieldNames, clicksOfDay, { people: "countIf(NOT is_bot)", bots: "countIf(is_bot)" })}
       UNION ALL SELECT {visitors: String}, '', uniqCombinedIf(14)(visitor, NOT is_bot), uniqCombined(14)(visitor)
       FROM clicks WHERE ${clicksOfDay})`,
    { visitors: visitorsField },
  );
  await write(
    `owner_day_segment (owner_id, field, value, day, run, people, bots, people_visitors, bot_visitors)
     SELECT {owner: UUID}, if(value = {rare: String}, concat({rareField: String}, field), field), if(value = {rare: String}, '', value),
       {day: Date}, {run: UInt64}, people, bots, people_visitors, bot_visitors
     FROM (${segments()})`,
    { least, rare, rareField: rareValuesOf("") },
  );
  await write(
    `owner_day_link (owner_id, day, run, link_id, people, bots)
     SELECT {owner: UUID}, {day: Date}, {run: UInt64}, link_id, sum(q.people) AS people, sum(q.bots) AS bots
     FROM link_quarter AS q WHERE ${ofDay} GROUP BY link_id`,
  );
  // Each click has exactly one device, so the sum over devices is the number of counted clicks. The row is not written
  // if clicks arrived between the statements above.
  await write(
    `owner_day_value (owner_id, field, day, run, value, people, bots)
     SELECT {owner: UUID}, '', {day: Date}, {run: UInt64}, {version: String}, counted.people, counted.bots FROM (
       SELECT sum(v.people) AS people, sum(v.bots) AS bots FROM owner_day_value AS v WHERE ${ofRun} AND field = 'device') AS counted
     WHERE (counted.people, counted.bots) IN (
       SELECT sum(l.people), sum(l.bots) FROM owner_day_link AS l WHERE ${ofRun})`,
    { version: accountListVersion },
  );
}

/** Represents all values of a field that are not frequent, as one group. */
const rare = "\0";

/**
 * Returns SQL for the segments of each field's frequent values from the run's lists, in one pass over the clicks. All
 * spellings and districts of frequent cities are stored, because filters select them together.
 */
function segments(): string {
  const values = (field: string) => `owner_day_value AS v WHERE ${ofRun} AND v.field = '${field}'`;
  const city = cityKeySql("toString(v.value)");
  const frequentCities = `SELECT v.value FROM ${values("city")} AND ${city} IN (
    SELECT ${city} AS city FROM ${values("city")} GROUP BY city HAVING sum(v.people + v.bots) >= {least: UInt64})`;
  const frequent = (field: (typeof segmentedFields)[number]) =>
    field.kind === "city"
      ? frequentCities
      : `SELECT v.value FROM ${values(field.name)} AND v.people + v.bots >= {least: UInt64}`;
  const columns = segmentedFields.map((field) => ({ ...field, as: `segment_${field.column}` }));
  const each = (of: (field: (typeof columns)[number]) => string) =>
    `multiIf(${columns.map((field) => `grouping(${field.as}) = 0, ${of(field)}`).join(", ")}, '')`;
  return `SELECT ${each(({ name }) => `'${name}'`)} AS field, ${each(({ as }) => as)} AS value,
      countIfResample(0, 96, 1)(NOT is_bot, place) AS people, countIfResample(0, 96, 1)(is_bot, place) AS bots,
      uniqCombinedStateIf(14)(visitor, NOT is_bot) AS people_visitors, uniqCombinedStateIf(14)(visitor, is_bot) AS bot_visitors
    FROM (
      SELECT is_bot, visitor, intDiv(toUnixTimestamp(quarter) - toUnixTimestamp(toDateTime({day: Date}, 'UTC')), 900) AS place,
        ${columns.map(({ as, ...field }) => `if(${field.column} IN (${frequent(field)}), toString(${field.column}), {rare: String}) AS ${as}`).join(", ")}
      FROM clicks WHERE ${clicksOfDay})
    GROUP BY GROUPING SETS (${columns.map(({ as }) => `(${as})`).join(", ")})`;
}
