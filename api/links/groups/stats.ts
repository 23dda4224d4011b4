import type { Member } from "../../kernel/access/authorize.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { TimeRange } from "../../clicks/counts/range.ts";
import type { Database } from "../../kernel/database/orm.ts";
import { LinkRow } from "../core/linkRow.ts";
import { clicksPerGroup } from "./clicks.ts";
import type { GroupRow } from "./projection.ts";
import { behind, linksPerGroup, type Moment } from "./queries.ts";

export interface GroupStats {
  readonly totalUrls: number;
  /** Clicks within the range. */
  readonly totalClicks: number;
  /** Average clicks per link, rounded to 2 decimals; 0 without links. */
  readonly averageClicks: number;
  /** One page of links, newest first. */
  readonly links: readonly LinkRow[];
}

export interface GroupStatsQuestion {
  readonly range: TimeRange;
  /** Whether clicks of bots are counted too. */
  readonly bots: boolean;
  readonly limit: number;
  readonly start: { readonly after: Moment } | { readonly offset: number };
}

export async function groupStats(
  services: Database & ClickHouse,
  member: Member,
  group: GroupRow,
  { range, bots, limit, start }: GroupStatsQuestion,
): Promise<GroupStats> {
  const [counts, clicks, links] = await Promise.all([
    linksPerGroup(services, member, [group.id]),
    clicksPerGroup(services, member, [group.id], range),
    services.orm.em
      .fork()
      .find(
        LinkRow,
        { $and: [{ groupId: group.id }, behind("after" in start ? start.after : undefined)] },
        { orderBy: { createdAt: "desc", id: "desc" }, limit, ...("offset" in start && start) },
      ),
  ]);
  const totalUrls = counts.get(group.id) ?? 0;
  const sum = clicks.get(group.id) ?? { people: 0, all: 0 };
  const totalClicks = bots ? sum.all : sum.people;
  return { totalUrls, totalClicks, averageClicks: average(totalClicks, totalUrls), links };
}

function average(clicks: number, links: number): number {
  return links === 0 ? 0 : Math.round((clicks / links) * 100) / 100;
}
