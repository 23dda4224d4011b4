import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type { OwnAmong } from "../stats/ownHosts.ts";
import { sourceOf } from "../stats/sources.ts";
import type { ExpectedDays } from "./expectedDays.ts";
import type { AnalyticsQuestion } from "./question.ts";
import { type TopList, topLists } from "./tops.ts";

/** Referrers that are grouped; rarer ones are in no source. */
const groupedReferrers = 10_000;

export interface TopSources {
  readonly rows: readonly {
    readonly value: string;
    readonly clicks: number;
    /** The source is a host of this installation's short links. */
    readonly isOwn: boolean;
  }[];
  readonly distinct: number;
}

/** The websites and apps with the most clicks. */
export async function topSources(
  { clickhouse, ownAmong }: { readonly clickhouse: ClickHouseClient; readonly ownAmong: OwnAmong },
  question: AnalyticsQuestion,
  limit: number,
  expected?: ExpectedDays,
): Promise<TopSources> {
  const lists = await topLists(clickhouse, question, ["referrer"], groupedReferrers, expected);
  const { rows, distinct } = groupedBySource(lists.get("referrer") ?? { rows: [], distinct: 0 });
  const shown = rows.slice(0, limit);
  const own = await ownAmong(shown.map(({ value }) => value));
  return { rows: shown.map((row) => ({ ...row, isOwn: own.has(row.value) })), distinct };
}

/** Adds up the clicks of referrers by their source. Referrers beyond the rows count as one source each. */
export function groupedBySource({ rows, distinct }: TopList): TopList {
  const clicks = new Map<string, number>();
  for (const row of rows) {
    const source = sourceOf(row.value);
    clicks.set(source, (clicks.get(source) ?? 0) + row.clicks);
  }
  const grouped = Array.from(clicks, ([value, sum]) => ({ value, clicks: sum }));
  const known = (list: TopList["rows"]) => list.filter(({ value }) => value !== "").length;
  return {
    rows: grouped.toSorted((a, b) => b.clicks - a.clicks || (a.value < b.value ? -1 : 1)),
    distinct: distinct - known(rows) + known(grouped),
  };
}
