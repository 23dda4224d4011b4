import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { isOfLinks } from "@hoplog/schema/clicks/filters.js";
import { z } from "zod";
import { select } from "../clickhouse/select.ts";
import { splitDays } from "../stats/linkFigures.ts";
import type { AnalyticsQuestion } from "./question.ts";
import { clicksSource, sourceOf } from "./source.ts";

export interface Figures {
  /** As many as the question counts: people, or people and bots. */
  readonly clicks: number;
  readonly people: number;
  readonly bots: number;
  /** Told apart within one UTC day, and added up over the days; never more than clicks. */
  readonly uniqueVisitors: number;
}

const number = z.coerce.number();
const clicksRow = z.object({ people: number, bots: number });
const visitorsRow = z.object({ visitors: number });

export async function figuresOf(clickhouse: ClickHouseClient, question: AnalyticsQuestion): Promise<Figures> {
  const [{ people, bots }, visitors] = await Promise.all([
    readClicks(clickhouse, question),
    readVisitors(clickhouse, question),
  ]);
  const clicks = people + (question.bots ? bots : 0);
  // A visitor is counted by an estimate once there are very many.
  return { clicks, people, bots, uniqueVisitors: Math.min(clicks, visitors) };
}

async function readClicks(clickhouse: ClickHouseClient, question: AnalyticsQuestion) {
  const source = sourceOf(question);
  const [row] = await select(
    clickhouse,
    clicksRow,
    `SELECT ${source.people} AS people, ${source.bots} AS bots FROM ${source.table} WHERE ${source.sql}`,
    source.params,
  );
  return row ?? { people: 0, bots: 0 };
}

async function readVisitors(clickhouse: ClickHouseClient, question: AnalyticsQuestion): Promise<number> {
  const { filters, range, bots } = question;
  const raw = clicksSource(question);
  const counted = (rows: string) =>
    `SELECT uniqCombined(14)(visitor) AS u FROM clicks
     WHERE ${rows} AND ${bots ? "true" : "NOT is_bot"} GROUP BY toDate(at)`;
  const query = (parts: readonly string[], params: Record<string, unknown>) =>
    select(clickhouse, visitorsRow, `SELECT sum(u) AS visitors FROM (${parts.join(" UNION ALL ")})`, params);
  // The states of many links would take longer to merge than their clicks to count.
  const isOfOneLink = filters.length === 1 && filters.every(isOneLink);
  if (filters.length > 0 && !isOfOneLink) {
    const [row] = await query([counted(raw.sql)], raw.params);
    return row?.visitors ?? 0;
  }
  const days = splitDays(range);
  const ofLink = isOfOneLink ? "AND link_id IN {filter0: Array(UUID)}" : "";
  const kept = `SELECT uniqCombinedMerge(14)(d.${bots ? "everyone" : "people"}) AS u
    FROM ${isOfOneLink ? "link_day" : "owner_day"} AS d WHERE owner_id = {owner: UUID} ${ofLink} AND ${days.whole} GROUP BY day`;
  const [row] = await query([kept, counted(`${raw.sql} AND ${days.ends}`)], { ...raw.params, ...days.params });
  return row?.visitors ?? 0;
}

function isOneLink(filter: AnalyticsQuestion["filters"][number]): boolean {
  return isOfLinks(filter) && filter.field === "link" && filter.op === "is" && filter.values.length === 1;
}
