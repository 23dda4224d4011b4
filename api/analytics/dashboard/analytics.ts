import { sql } from "@hoplog/platform/postgres/sql.js";
import { authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import { dayOf, daysBetween, startOfDay, type TimeRange } from "../../clicks/counts/range.ts";
import type { Database } from "../../kernel/database/orm.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import type { DayCount } from "../link/linkQuestion.ts";
import { accountClicksByDay } from "./accountClicks.ts";

export const periods = ["24h", "7d", "30d", "90d"] as const;
export type Period = (typeof periods)[number];

export interface DashboardAnalytics {
  readonly period: Period;
  /** One entry per day without gaps, today last. */
  readonly clicksByDate: readonly DayCount[];
  /** Links created per day. */
  readonly urlsByDate: readonly DayCount[];
  /** Links per group, "No Group" for those without; largest first, at most 50. */
  readonly groupDistribution: readonly { readonly groupName: string; readonly count: number }[];
}

interface Question {
  readonly member: Member;
  readonly period: Period;
  /** IANA name of the time zone. */
  readonly tz: string;
  /** Whether to include bots. */
  readonly bots: boolean;
}

const days: Readonly<Record<Exclude<Period, "24h">, number>> = { "7d": 7, "30d": 30, "90d": 90 };

/** Maximum groups in the chart. */
const maxGroups = 50;

export async function dashboardAnalytics(
  services: Database & ClickHouse & Clock,
  question: Question,
): Promise<DashboardAnalytics> {
  const { member, period, tz, bots } = question;
  const ownerId = authorizeOwn(member, "stats:read");
  const now = services.now();
  const range = rangeOf(period, now, tz);
  const [clicks, urls, groupDistribution] = await Promise.all([
    accountClicksByDay(services.clickhouse, { ownerId, bots }, range, tz),
    linksByDay(services, ownerId, range, tz),
    linksByGroup(services, ownerId),
  ]);
  const dates = daysBetween(dayOf(range.from, tz), dayOf(now, tz));
  return {
    period,
    clicksByDate: withoutGaps(clicks, dates),
    urlsByDate: withoutGaps(urls, dates),
    groupDistribution,
  };
}

/** Returns whole days of the time zone, including today; for `24h`, the last 24 hours, which are parts of two days. */
function rangeOf(period: Period, now: Date, tz: string): TimeRange & { from: Date } {
  const from =
    period === "24h" ? new Date(now.getTime() - 24 * 60 * 60 * 1000) : startOfDay(dayOf(now, tz), tz, 1 - days[period]);
  return { from, to: null };
}

function withoutGaps(counts: readonly DayCount[], dates: readonly string[]): DayCount[] {
  const clicks = new Map(counts.map((count) => [count.date, count.clicks]));
  return dates.map((date) => ({ date, clicks: clicks.get(date) ?? 0 }));
}

async function linksByDay({ orm }: Database, ownerId: string, { from }: TimeRange, tz: string): Promise<DayCount[]> {
  return rowsOf<DayCount>(
    orm.em.fork(),
    sql`SELECT to_char(created_at AT TIME ZONE ${tz}, 'YYYY-MM-DD') AS date, count(*)::int AS clicks FROM link
     WHERE owner_id = ${ownerId} AND created_at >= ${from} GROUP BY 1 ORDER BY 1`,
  );
}

async function linksByGroup({ orm }: Database, ownerId: string): Promise<{ groupName: string; count: number }[]> {
  return rowsOf<{ groupName: string; count: number }>(
    orm.em.fork(),
    sql`SELECT coalesce(link_group.name, 'No Group') AS "groupName", counted.links AS count
     FROM (SELECT group_id, count(*)::int AS links FROM link WHERE owner_id = ${ownerId} GROUP BY group_id) AS counted
       LEFT JOIN link_group ON link_group.id = counted.group_id
     ORDER BY counted.links DESC, 1 LIMIT ${maxGroups}`,
  );
}
