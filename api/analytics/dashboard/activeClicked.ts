import { join, sql } from "@hoplog/platform/postgres/sql.js";
import { uuidArray } from "@hoplog/platform/postgres/uuidArray.js";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { activeAt } from "../../links/core/filter.ts";
import { clickedLinks } from "./clickedLinks.ts";
import type { GrowthPeriods, Periodic } from "./growth.ts";
import type { Question } from "./accountClicks.ts";

/**
 * Counts active links that were clicked: ever, in the current period, and in the previous one. The previous period
 * includes only links created before the current one. Combines clicks from ClickHouse with active links from
 * PostgreSQL.
 */
export async function countActiveClicked(
  { clickhouse, reads }: Pick<ClickHouse & Reads, "clickhouse" | "reads">,
  question: Question,
  periods: GrowthPeriods,
): Promise<Periodic> {
  const { from, to } = periods.current;
  const sum = { ever: 0, now: 0, before: 0 };
  for await (const clicked of clickedLinks(clickhouse, question, periods)) {
    if (clicked.length === 0) continue;
    const lists = clicked.map(
      ({ ids, isNow, wasBefore }) =>
        sql`SELECT unnest(${uuidArray(ids)}::uuid[]) AS id, ${isNow}::boolean AS is_now, ${wasBefore}::boolean AS was_before`,
    );
    // The query is not a prepared statement, because the best plan depends on the number of ids.
    const { rows } = await reads.query<Periodic>(
      sql`SELECT count(*)::int AS ever, count(*) FILTER (WHERE is_now)::int AS now,
         count(*) FILTER (WHERE was_before AND created_at < ${from})::int AS before
       FROM (${join(lists, " UNION ALL ")}) AS clicked JOIN link USING (id)
       WHERE owner_id = ${question.ownerId} AND ${activeAt(to)}`,
    );
    sum.ever += rows[0]?.ever ?? 0;
    sum.now += rows[0]?.now ?? 0;
    sum.before += rows[0]?.before ?? 0;
  }
  return sum;
}
