import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { select } from "../../../clicks/clickhouse/select.ts";
import { countedByStart, readChart } from "../../../clicks/questions/chart.ts";
import type { ChartPoint, Interval } from "../../../clicks/questions/intervals.ts";
import { classifiedClicks, type VerdictQuestion } from "./question.ts";

export interface VerdictFigures {
  /** Clicks that the query selects. */
  readonly clicks: number;
  readonly links: number;
  /** Clicks by kind of reason, the part before a colon, such as `crawler`. Most clicks first. Empty for people. */
  readonly kinds: readonly { readonly kind: string; readonly clicks: number }[];
}

const number = z.coerce.number();
const kindRow = z.object({ kind: z.string(), clicks: number, links: number });

export async function figuresOf(clickhouse: ClickHouseClient, question: VerdictQuestion): Promise<VerdictFigures> {
  const { sql, params } = classifiedClicks(question);
  const rows = await select(
    clickhouse,
    kindRow,
    `SELECT kind, sum(found) AS clicks, (SELECT uniqExact(link_id) FROM clicks WHERE ${sql}) AS links
     FROM (SELECT splitByChar(':', bot_reason)[1] AS kind, count() AS found FROM clicks WHERE ${sql} GROUP BY bot_reason)
     GROUP BY kind ORDER BY clicks DESC, kind`,
    params,
  );
  return {
    clicks: rows.reduce((sum, { clicks }) => sum + clicks, 0),
    links: rows[0]?.links ?? 0,
    kinds: question.people ? [] : rows.map(({ kind, clicks }) => ({ kind, clicks })),
  };
}

/** Returns points by hour, day, week or month, without gaps. Throws VALIDATION_ERROR for too many points. */
export function chartOf(
  clickhouse: ClickHouseClient,
  question: VerdictQuestion,
  interval: Interval,
): Promise<ChartPoint[]> {
  const source = classifiedClicks(question);
  return readChart(clickhouse, question, interval, () => ({
    ...source,
    sql: countedByStart(source, interval, "count()"),
  }));
}
