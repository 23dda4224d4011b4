import { sql } from "@hoplog/platform/postgres/sql.js";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { activeAt } from "../../links/core/filter.ts";
import type { GrowthPeriods, Periodic } from "./growth.ts";

/** Numbers of an account's links and groups, and of those created in each period. */
export interface Holdings {
  readonly links: Periodic;
  /** Links that are enabled, not expired and not used up. */
  readonly active: number;
  /** Active links created before the current period. */
  readonly activeBefore: number;
  readonly groups: Periodic;
}

/** Counts an account's links and groups. Links count as active by their state at the end of the current period. */
export async function countHoldings(
  { reads }: Pick<Reads, "reads">,
  ownerId: string,
  { current, previous }: GrowthPeriods,
): Promise<Holdings> {
  const counted = sql`count(*)::int AS ever,
    count(*) FILTER (WHERE created_at >= ${current.from} AND created_at < ${current.to})::int AS now,
    count(*) FILTER (WHERE created_at >= ${previous.from} AND created_at < ${previous.to})::int AS before`;
  const active = activeAt(current.to);
  const [[links], [groups]] = await Promise.all([
    readRows<Periodic & Pick<Holdings, "active" | "activeBefore">>(
      reads,
      sql`SELECT ${counted}, count(*) FILTER (WHERE ${active})::int AS active,
         count(*) FILTER (WHERE ${active} AND created_at < ${current.from})::int AS "activeBefore"
       FROM link WHERE owner_id = ${ownerId}`,
    ),
    readRows<Periodic>(reads, sql`SELECT ${counted} FROM link_group WHERE owner_id = ${ownerId}`),
  ]);
  if (!links || !groups) throw new TypeError("Postgres returned no row for the numbers of links and groups");
  const { active: activeNow, activeBefore, ...made } = links;
  return { links: made, active: activeNow, activeBefore, groups };
}
