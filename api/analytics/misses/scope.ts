import { sql } from "@hoplog/platform/postgres/sql.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import type { Condition } from "../../clicks/clickhouse/condition.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";

/** The misses that a member may see. */
export interface MissScope {
  readonly ownerId: string;
  /**
   * Domain numbers whose unknown codes and bare hosts are included; 0 is the default domain, with all unknown hosts.
   */
  readonly domains: readonly number[];
}

/**
 * Returns a workspace's scope: misses of its links and domains, including deleted ones. Misses of the default domain
 * without a link, and misses of unknown hosts, belong to operators, and to the account if it is the only one.
 */
export async function scopeOf({ reads }: Reads, ownerId: string): Promise<MissScope> {
  const [row] = await readRows<{ domains: number[]; isAlone: boolean }>(
    reads,
    sql`SELECT ARRAY(SELECT DISTINCT number FROM domain WHERE owner_id = ${ownerId}) AS domains,
       NOT EXISTS (SELECT FROM user_account WHERE id <> ${ownerId}) AS "isAlone"`,
  );
  const domains = row?.domains ?? [];
  return { ownerId, domains: row?.isAlone === true ? [defaultDomain, ...domains] : domains };
}

/** Returns the SQL condition for the rows of `misses_by_owner` that are in the scope. Uses the table's sorting key. */
export function inScope({ ownerId, domains }: MissScope): Condition {
  return {
    sql: "(owner_id = {owner: UUID} OR (owner_id = toUUID('00000000-0000-0000-0000-000000000000') AND domain IN {domains: Array(UInt32)}))",
    params: { owner: ownerId, domains },
  };
}
