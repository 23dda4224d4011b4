import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { groupedBySource, groupedReferrers } from "@hoplog/platform/visitor/sources.js";
import type { OwnAmong } from "../link/ownHosts.ts";
import type { ExpectedDays } from "./expectedDays.ts";
import type { ClickQuestion } from "../../clicks/questions/question.ts";
import { type TopList, topLists } from "./tops.ts";

export interface TopSources {
  readonly rows: readonly {
    readonly value: string;
    readonly clicks: number;
    /** Whether the source is a short link host of this installation. */
    readonly isOwn: boolean;
  }[];
  readonly distinct: number;
}

/** Returns the websites and apps with the most clicks. */
export async function topSources(
  { clickhouse, ownAmong }: { readonly clickhouse: ClickHouseClient; readonly ownAmong: OwnAmong },
  question: ClickQuestion,
  limit: number,
  expected?: ExpectedDays,
): Promise<TopSources> {
  const lists = await topLists(clickhouse, question, ["referrer"], groupedReferrers, expected);
  const { rows, distinct } = sourceList(lists.get("referrer") ?? { rows: [], distinct: 0 });
  const shown = rows.slice(0, limit);
  const own = await ownAmong(shown.map(({ value }) => value));
  return { rows: shown.map((row) => ({ ...row, isOwn: own.has(row.value) })), distinct };
}

/** Groups a list of referrers by source. Referrers beyond the rows count as one source each. */
export function sourceList({ rows, distinct }: TopList): TopList {
  const grouped = groupedBySource(rows);
  const known = (list: TopList["rows"]) => list.filter(({ value }) => value !== "").length;
  return { rows: grouped, distinct: distinct - known(rows) + known(grouped) };
}
