import type { ClickHouseClient } from "@clickhouse/client";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { type RunningWork, startExclusiveWork } from "@hoplog/platform/postgres/exclusiveWork.js";
import { z } from "zod";
import { select } from "../../clickhouse/select.ts";
import { dayOf, daysBetween } from "../../counts/range.ts";
import { keepDay } from "./keepDay.ts";

export interface KeptTopsSettings {
  readonly databaseUrl: string;
  readonly clickhouse: ClickHouseClient;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Of the lock; one for all that keep tops in the same ClickHouse. */
  readonly name?: string;
}

/** Whether another day is over. */
const pollMs = 10 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;

/** A day is looked at again on so many days: clicks may come late. After that the pages count it, if any do. */
const lateDays = 3;

/** Keeps the top lists of busy links once a day is over, in one process at a time, until stopped. */
export function startKeepingTops({
  databaseUrl,
  clickhouse,
  logger,
  now,
  name = "hoplog kept tops",
}: KeptTopsSettings): RunningWork {
  let waiting: string[] = [];
  let caughtUpOn: string | undefined;
  return startExclusiveWork({
    databaseUrl,
    name,
    logger,
    pollMs,
    async step() {
      try {
        const today = daysAgo(now(), 0);
        if (caughtUpOn === today) return "idle";
        if (waiting.length === 0) waiting = await daysToKeep(clickhouse, now());
        const [day, ...later] = waiting;
        if (day !== undefined) await keepDay(clickhouse, day, now().getTime());
        waiting = later;
        if (later.length === 0) caughtUpOn = today;
        return "worked";
      } catch (error) {
        // The pages count without it.
        logger.warn({ err: error }, "top lists were not kept and will be later");
        return "idle";
      }
    },
  });
}

const firstRow = z.object({ day: z.string().nullable() });

/** Days that are over: the latest ones, and all since the last that was kept, or since there are clicks. */
export async function daysToKeep(clickhouse: ClickHouseClient, now: Date): Promise<string[]> {
  const recent = daysAgo(now, lateDays);
  const [kept] = await select(
    clickhouse,
    firstRow,
    "SELECT toString(maxOrNull(day)) AS day FROM link_day_value WHERE dimension = ''",
    {},
  );
  const [clicked] = await select(
    clickhouse,
    firstRow,
    "SELECT if(count() = 0, NULL, toString(toDate(min(quarter)))) AS day FROM link_quarter",
    {},
  );
  const since = kept?.day ?? clicked?.day ?? recent;
  return daysBetween(since < recent ? since : recent, daysAgo(now, 1));
}

function daysAgo(now: Date, days: number): string {
  return dayOf(new Date(now.getTime() - days * dayMs), "UTC");
}
