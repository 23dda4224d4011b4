import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { allOf, type Condition } from "../../../clicks/clickhouse/condition.ts";
import { deleteRows } from "../../../clicks/clickhouse/deleteRows.ts";
import { select } from "../../../clicks/clickhouse/select.ts";
import { ofOwner } from "../../../clicks/questions/source.ts";
import { ofStoredDays } from "../storedDays.ts";
import { accountListVersion, anyWeek, visitorsField, weekOf, weekRuns } from "./accountListVersion.ts";

const mondayRow = z.object({ monday: z.string() });

/**
 * Returns the Mondays of weeks before `today` (`2026-11-26`) whose seven days are stored for an account but not added
 * up since.
 */
export async function weeksToStore(clickhouse: ClickHouseClient, today: string): Promise<string[]> {
  const rows = await select(
    clickhouse,
    mondayRow,
    `SELECT DISTINCT toString(week) AS monday FROM (
       SELECT owner_id, toMonday(day) AS week, max(run) AS stored FROM owner_day_value
       WHERE field = '' AND value = {version: String} GROUP BY owner_id, week
       HAVING uniqExact(day) = 7 AND week + 7 <= {today: Date}) AS days
     LEFT JOIN (
       SELECT owner_id, day AS week, max(run) AS made FROM owner_day_value
       WHERE field = '' AND startsWith(value, {anyWeek: String}) GROUP BY owner_id, week) AS weeks USING (owner_id, week)
     WHERE made < stored + {weekRuns: UInt64} ORDER BY monday`,
    { version: accountListVersion, anyWeek, weekRuns, today },
  );
  return rows.map(({ monday }) => monday);
}

const accountRow = z.object({ owner: z.guid(), stored: z.object({ day: z.string(), run: z.coerce.number() }).array() });

/**
 * Adds up the stored lists of a week for accounts with all seven days, unless the week is already stored. Returns the
 * number of accounts. Lists of long ranges are then read from far fewer rows. `nowMs` must be different each time.
 */
export async function storeAccountWeek(clickhouse: ClickHouseClient, monday: string, nowMs: number): Promise<number> {
  const accounts = await select(
    clickhouse,
    accountRow,
    `SELECT owner_id AS owner,
       arrayMap(one -> tuple(toString(one.1), one.2)::Tuple(day String, run UInt64), days) AS stored FROM (
       SELECT owner_id, arraySort(groupArray((day, run))) AS days FROM (
         SELECT v.owner_id AS owner_id, v.day AS day, max(v.run) AS run FROM owner_day_value AS v INNER JOIN (
           SELECT owner_id, toDate(quarter) AS day, sum(q.people) AS people, sum(q.bots) AS bots FROM owner_quarter AS q
           WHERE quarter >= toDateTime({monday: Date}, 'UTC') AND quarter < toDateTime({monday: Date} + 7, 'UTC')
           GROUP BY owner_id, day) AS clicked ON clicked.owner_id = v.owner_id AND clicked.day = v.day
           AND clicked.people = toInt64(v.people) AND clicked.bots = toInt64(v.bots)
         WHERE v.field = '' AND v.value = {version: String} AND v.day >= {monday: Date} AND v.day < {monday: Date} + 7
         GROUP BY v.owner_id, v.day)
       GROUP BY owner_id HAVING count() = 7)
     WHERE (owner_id, {anyWeek: String} || arrayStringConcat(days.2, ',')) NOT IN (
       SELECT owner_id, toString(value) FROM owner_day_value WHERE field = '' AND day = {monday: Date})
     SETTINGS max_threads = 1`,
    { monday, version: accountListVersion, anyWeek },
  );
  for (const account of accounts) await storeOne(clickhouse, { ...account, monday, run: weekRuns + nowMs });
  return accounts.length;
}

interface Week extends z.output<typeof accountRow> {
  readonly monday: string;
  readonly run: number;
}

/** Returns the SQL condition for the rows of a week's days. */
function daysOf({ owner, monday, stored }: Week): Condition {
  const week = { sql: "day >= {monday: Date} AND day < {monday: Date} + 7", params: { monday } };
  return allOf(ofOwner(owner), week, ofStoredDays(stored));
}

async function storeOne(clickhouse: ClickHouseClient, week: Week): Promise<void> {
  const days = daysOf(week);
  const text = weekOf(week.stored.map(({ run }) => run));
  const params = { ...days.params, run: week.run, visitors: visitorsField, week: text };
  const write = (query: string) =>
    clickhouse.command({
      query: `INSERT INTO ${query}`,
      query_params: params,
      clickhouse_settings: { max_threads: 1, max_execution_time: 0 },
    });
  await write(
    `owner_day_link (owner_id, day, run, link_id, people, bots)
     SELECT {owner: UUID}, {monday: Date}, {run: UInt64}, link_id, sum(v.people), sum(v.bots) FROM owner_day_link AS v WHERE ${days.sql} GROUP BY link_id`,
  );
  // Writes the row without a field last, because it marks the week as complete.
  await write(
    `owner_day_value (owner_id, field, day, run, value, people, bots)
     SELECT {owner: UUID}, field, {monday: Date}, {run: UInt64}, if(v.field = '', {week: String}, toString(v.value)) AS of_week, sum(v.people), sum(v.bots)
     FROM owner_day_value AS v WHERE ${days.sql} AND field != {visitors: String} GROUP BY field, of_week`,
  );
  await removeUnlessHeld(clickhouse, week);
}

const countRow = z.object({ days: z.coerce.number() });

/** Deletes the week if rows of its days were deleted in the meantime because a link was erased. */
async function removeUnlessHeld(clickhouse: ClickHouseClient, week: Week): Promise<void> {
  const days = daysOf(week);
  const [held] = await select(
    clickhouse,
    countRow,
    `SELECT count() AS days FROM owner_day_value AS v WHERE ${days.sql} AND field = '' AND value = {version: String}`,
    { ...days.params, version: accountListVersion },
  );
  if (held?.days === 7) return;
  for (const table of ["owner_day_value", "owner_day_link"])
    await deleteRows(
      clickhouse,
      `DELETE FROM ${table} WHERE owner_id = {owner: UUID} AND day = {monday: Date} AND run = {run: UInt64}`,
      { owner: week.owner, monday: week.monday, run: week.run },
    );
}
