import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { activeCondition } from "../../links/core/filter.ts";
import type { GrowthPeriods, Periodic } from "./growth.ts";

/** What an account has, and how much of it was made in either period. */
export interface Holdings {
  readonly links: Periodic;
  /** Links that are switched on, have not expired and are not used up. */
  readonly active: number;
  /** Those of them that were made before the current period. */
  readonly activeBefore: number;
  readonly groups: Periodic;
}

/** What is active is so at the end of the current period. */
export async function countHoldings(
  { reads }: Pick<Reads, "reads">,
  ownerId: string,
  { current, previous }: GrowthPeriods,
): Promise<Holdings> {
  const counted = `count(*)::int AS ever, count(*) FILTER (WHERE created_at >= ? AND created_at < ?)::int AS now,
    count(*) FILTER (WHERE created_at >= ? AND created_at < ?)::int AS before`;
  const periods = [current.from, current.to, previous.from, previous.to];
  const [[links], [groups]] = await Promise.all([
    readRows<Periodic & Pick<Holdings, "active" | "activeBefore">>(
      reads,
      `SELECT ${counted}, count(*) FILTER (WHERE ${activeCondition})::int AS active,
         count(*) FILTER (WHERE ${activeCondition} AND created_at < ?)::int AS "activeBefore" FROM link WHERE owner_id = ?`,
      [...periods, current.to, current.to, current.from, ownerId],
    ),
    readRows<Periodic>(reads, `SELECT ${counted} FROM link_group WHERE owner_id = ?`, [...periods, ownerId]),
  ]);
  if (!links || !groups) throw new TypeError("a count always gives a row");
  const { active, activeBefore, ...made } = links;
  return { links: made, active, activeBefore, groups };
}
