import { sql } from "@hoplog/platform/postgres/sql.js";
import { chartOf } from "../../analytics/account/chart.ts";
import type { AnalyticsServices } from "../../analytics/account/expectedDays.ts";
import { ofLink } from "../../clicks/questions/question.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { chartOf as missChartOf } from "../../analytics/misses/figures.ts";
import { scopeOf } from "../../analytics/misses/scope.ts";
import type { Alarm } from "./alarm.ts";
import type { Compared, WindowSize } from "./rule.ts";
import { countIn, type HourCount, usualCount, weeksBack } from "./usual.ts";
import { daysEarlier, type Window } from "./windows.ts";

export type FigureServices = Pick<AnalyticsServices, "clickhouse" | "now"> & Reads;

/** The counts that an alarm needs to compare its windows. */
export interface History {
  compare(window: Window): Compared;
}

/** Reads counts without bots. Throws if ClickHouse is unavailable. `windows` have the alarm's size, oldest first. */
export async function readHistory(
  services: FigureServices,
  alarm: Pick<Alarm, "ownerId" | "kind" | "linkId" | "tz">,
  size: WindowSize,
  windows: readonly [Window, ...Window[]],
): Promise<History> {
  const { tz } = alarm;
  const [first] = windows;
  const last = windows.at(-1) ?? first;
  const range = { from: daysEarlier(size, first, 7 * weeksBack, tz).from, to: last.to };
  const [hours, madeAt] = await Promise.all([hoursOf(services, alarm, range), madeAtOf(services, alarm)]);
  const clicked = hours.find(({ count }) => count > 0)?.at ?? madeAt;
  // A link could not be clicked before it was created, which is different from zero clicks.
  const since = clicked < madeAt ? clicked : madeAt;
  return {
    compare: (window) => ({
      figure: countIn(hours, window),
      usual: usualCount(hours, window, { size, tz, since }),
    }),
  };
}

async function hoursOf(
  services: FigureServices,
  { ownerId, kind, linkId, tz }: Pick<Alarm, "ownerId" | "kind" | "linkId" | "tz">,
  range: { readonly from: Date; readonly to: Date },
): Promise<HourCount[]> {
  const { clickhouse } = services;
  const question = { range, tz, bots: false, now: services.now() };
  if (kind === "misses") {
    const scope = await scopeOf(services, ownerId);
    const points = await missChartOf(clickhouse, { ...question, scope, filter: {} }, "hour");
    return points.map(({ at, visits }) => ({ at: new Date(at), count: visits }));
  }
  const filters = linkId === null ? [] : [ofLink(linkId)];
  const points = await chartOf(clickhouse, { ...question, ownerId, filters }, "hour");
  return points.map(({ at, clicks }) => ({ at: new Date(at), count: clicks }));
}

/** Returns the creation time of the alarm's link or workspace. */
async function madeAtOf({ reads, now }: FigureServices, { ownerId, linkId }: Pick<Alarm, "ownerId" | "linkId">) {
  const [row] =
    linkId === null
      ? await readRows<{ at: Date }>(reads, sql`SELECT created_at AS at FROM user_account WHERE id = ${ownerId}`)
      : await readRows<{ at: Date }>(reads, sql`SELECT created_at AS at FROM link WHERE id = ${linkId}`);
  return row?.at ?? now();
}
