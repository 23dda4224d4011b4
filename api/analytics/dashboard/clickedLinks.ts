import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { select } from "../../clicks/clickhouse/select.ts";
import { summedClicks } from "../../clicks/counts/quartersInRange.ts";
import { clickedInPeriod } from "./clickedDays.ts";
import type { GrowthPeriods } from "./growth.ts";
import type { Question } from "./accountClicks.ts";

/** Links that were ever clicked, as concatenated 16-byte UUIDs. */
export interface ClickedLinks {
  readonly isNow: boolean;
  readonly wasBefore: boolean;
  readonly ids: Buffer;
}

const yes = z.number().transform((value) => value === 1);
const clickedRow = z.object({
  isNow: yes,
  wasBefore: yes,
  ids: z.string().transform((hex) => Buffer.from(hex, "hex")),
  last: z.uuid(),
});

const idsAtOnce = 50_000;
const idBytes = 16;

/**
 * Returns pages of the account's links that were ever clicked, grouped by whether they were clicked within each period.
 * Ids are concatenated, because one row per id would take longer than finding them. All-time links come from a
 * projection; the days of both periods are read once. Ends of periods are rounded to quarters of an hour.
 */
export async function* clickedLinks(
  clickhouse: ClickHouseClient,
  { ownerId, bots }: Question,
  { current, previous }: GrowthPeriods,
  page = idsAtOnce,
): AsyncGenerator<ClickedLinks[]> {
  const [now, before] = [clickedInPeriod(current, bots, "now_"), clickedInPeriod(previous, bots, "before_")];
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = await select(
      clickhouse,
      clickedRow,
      `SELECT bitTest(periods, 0) AS isNow, bitTest(periods, 1) AS wasBefore,
         arrayStringConcat(groupArray(hex(link_id))) AS ids, max(max(link_id)) OVER () AS last
       FROM (
         SELECT link_id, groupBitOr(period) AS periods FROM (
           SELECT link_id, 0 AS period FROM link_quarter AS q WHERE owner_id = {owner: UUID}
           GROUP BY link_id HAVING ${summedClicks(bots)} > 0
           UNION ALL
           SELECT link_id, groupBitOr(${now.sql} + 2 * ${before.sql}) AS periods FROM link_day AS d
           WHERE owner_id = {owner: UUID} AND day >= toDate(intDiv({before_from: UInt32}, 96))
           GROUP BY link_id HAVING periods > 0
         )
         WHERE link_id > {after: UUID} GROUP BY link_id ORDER BY link_id LIMIT {page: UInt32}
       )
       GROUP BY periods`,
      { ...now.params, ...before.params, owner: ownerId, after, page },
    );
    yield rows;
    if (rows.reduce((sum, { ids }) => sum + ids.length, 0) < page * idBytes) return;
    after = rows[0]?.last ?? after;
  }
}
