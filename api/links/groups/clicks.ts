import { sql } from "@hoplog/platform/postgres/sql.js";
import { authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import type { Logs } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import { type LinkTotals, linkTotals } from "../../clicks/counts/linkTotals.ts";
import { linkTotalsInRange } from "../../clicks/counts/linkTotalsInRange.ts";
import type { TimeRange } from "../../clicks/counts/range.ts";
import type { Database } from "../../kernel/database/orm.ts";
import { rowsOf } from "../../kernel/database/statements.ts";

/** Links per query, because their ids are passed from PostgreSQL to ClickHouse. */
const chunk = 2000;

const allTime: TimeRange = { from: null, to: null };

interface GroupedLink {
  readonly id: string;
  readonly group_id: string;
}

/**
 * Returns the clicks of each group's links, of all time or within a range. Only PostgreSQL knows a link's group, so a
 * link that moves takes its clicks with it.
 */
export async function clicksPerGroup(
  { orm, clickhouse }: Database & ClickHouse,
  member: Member,
  groupIds: readonly string[],
  range: TimeRange = allTime,
): Promise<Map<string, LinkTotals>> {
  const ownerId = authorizeOwn(member, "stats:read");
  const sums = new Map<string, LinkTotals>(groupIds.map((id) => [id, { people: 0, all: 0 }]));
  const em = orm.em.fork();
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const links = await rowsOf<GroupedLink>(
      em,
      sql`SELECT id, group_id FROM link WHERE owner_id = ${ownerId} AND group_id = ANY (${groupIds}::uuid[])
        AND id > ${after} ORDER BY id LIMIT ${chunk}`,
    );
    const ids = links.map(({ id }) => id);
    const unbounded = range.from === null && range.to === null;
    const totals = unbounded
      ? await linkTotals(clickhouse, [ownerId], ids)
      : await linkTotalsInRange(clickhouse, ownerId, ids, range);
    for (const { id, group_id: groupId } of links) {
      const [sum, total] = [sums.get(groupId), totals.get(id)];
      if (sum && total) sums.set(groupId, { people: sum.people + total.people, all: sum.all + total.all });
    }
    if (links.length < chunk) return sums;
    after = ids.at(-1) ?? after;
  }
}

/** Returns all-time clicks like {@link clicksPerGroup}, but null if they cannot be read. */
export async function clicksPerGroupIfAvailable(
  services: Database & ClickHouse & Logs,
  member: Member,
  groupIds: readonly string[],
): Promise<Map<string, LinkTotals> | null> {
  authorizeOwn(member, "stats:read");
  try {
    return await clicksPerGroup(services, member, groupIds);
  } catch (error) {
    services.logger.warn({ err: error }, "could not read click counts of groups");
    return null;
  }
}
