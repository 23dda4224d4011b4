import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { select } from "../../clicks/clickhouse/select.ts";
import type { TimeRange } from "../../clicks/counts/range.ts";
import { everyClickOfLink, type LinkKey } from "../../clicks/questions/source.ts";

const row = z.object({
  rule: z.coerce.number(),
  arm: z.coerce.number(),
  clicks: z.coerce.number(),
  people: z.coerce.number(),
});

/** Clicks with the same rule and arm numbers, 0 for none. */
export type DecidedClicks = z.output<typeof row>;

/**
 * Maximum combinations of rule and arm, the most used first. Only a link whose rules were recreated daily for years has
 * more.
 */
const maxWays = 1000;

/** Counts a link's clicks by rule and arm, most used first. */
export async function decidedClicks(
  clickhouse: ClickHouseClient,
  link: LinkKey,
  range: TimeRange,
): Promise<DecidedClicks[]> {
  const { sql, params } = everyClickOfLink(link, range);
  return select(
    clickhouse,
    row,
    `SELECT rule, arm, count() AS clicks, countIf(NOT is_bot) AS people FROM clicks WHERE ${sql}
     GROUP BY rule, arm ORDER BY clicks DESC, rule, arm LIMIT ${maxWays}`,
    params,
  );
}
