import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { oneServer } from "@hoplog/platform/clickhouse/oneServer.js";
import { startExclusiveWork } from "@hoplog/platform/postgres/exclusiveWork.js";
import type { RunningWork } from "@hoplog/platform/retry/steps.js";
import { z } from "zod";
import type { Clock, Logs } from "../../../kernel/calls/capabilities.ts";
import { type ClickHouse, select } from "../../../clicks/clickhouse/select.ts";
import { dayOf, daysBetween } from "../../../clicks/counts/range.ts";
import { storedVersion } from "../storedDays.ts";
import { accountListVersion } from "./accountListVersion.ts";
import { storeAccountLists } from "./storeAccountLists.ts";
import { storeAccountWeek, weeksToStore } from "./storeAccountWeeks.ts";
import { storeTopLists } from "./storeTopLists.ts";
import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import type { ClickHouseConnection } from "@hoplog/platform/env/connections.js";
import type { RunningFeature } from "../../../kernel/calls/feature.ts";

export interface TopListBase extends ClickHouse, Logs, Clock {
  readonly databaseUrl: string;
}

export interface TopListWorkerSettings extends TopListBase {
  /** Lock name, shared by all processes that store top lists in the same ClickHouse. */
  readonly name: string;
}

/** How often to check whether another day is over. */
const pollMs = 10 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;

/** Days after which a stored day is no longer rechecked for late clicks; if more arrive, pages count that day live. */
const recheckDays = 3;

/**
 * Stores the top lists of busy links and accounts after the end of each day, in one process at a time, until stopped.
 */
export function startTopListWorker({ databaseUrl, clickhouse, logger, now, name }: TopListWorkerSettings): RunningWork {
  let waiting: string[] = [];
  let weeks: string[] | null = null;
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
        // Uses a single server, to read what was just written.
        const server = await oneServer(clickhouse);
        if (weeks === null) {
          if (waiting.length === 0) waiting = await daysToStore(clickhouse, now());
          const [day, ...later] = waiting;
          if (day !== undefined) {
            await storeTopLists(server, day, now().getTime());
            await storeAccountLists(server, day, now().getTime());
          }
          waiting = later;
          if (later.length === 0) weeks = await weeksToStore(server, today);
          return "worked";
        }
        const [monday, ...later] = weeks;
        if (monday !== undefined) await storeAccountWeek(server, monday, now().getTime());
        weeks = monday === undefined ? null : later;
        if (monday === undefined) caughtUpOn = today;
        return "worked";
      } catch (error) {
        // A failure is not fatal: without stored lists, pages count the clicks on demand.
        logger.warn({ err: error }, "storing top lists failed; retrying later");
        return "idle";
      }
    },
  });
}

const firstRow = z.object({ day: z.string().nullable() });

/**
 * Returns the past days to store: the latest ones, and all days since the last one stored by the current version, or
 * since the first click. The account of a busy link is always busy too, so no link has stored lists if no account has.
 */
export async function daysToStore(clickhouse: ClickHouseClient, now: Date): Promise<string[]> {
  const recent = daysAgo(now, recheckDays);
  const [kept] = await select(
    clickhouse,
    firstRow,
    `SELECT if(accounts IS NULL OR (links IS NULL AND other_links > 0), NULL, toString(least(ifNull(links, accounts), accounts))) AS day
     FROM (SELECT
       (SELECT maxOrNull(day) FROM owner_day_value WHERE field = '' AND value = {accountVersion: String}) AS accounts,
       (SELECT maxOrNull(day) FROM link_day_value WHERE dimension = '' AND value = {linkVersion: String}) AS links,
       (SELECT count() FROM link_day_value WHERE dimension = '' AND value != {linkVersion: String}) AS other_links)`,
    { linkVersion: storedVersion, accountVersion: accountListVersion },
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

type FeatureBase = TopListBase & { readonly settings: { readonly clickHouse: ClickHouseConnection } };

/**
 * A busy account's day takes one or two seconds, and many times as long on a busy machine, which exceeds the usual
 * timeout.
 */
const requestTimeoutMs = 5 * 60 * 1000;

/** Stores top lists of past days for busy links and accounts. */
export const topLists: RunningFeature<unknown, FeatureBase> = {
  start(base) {
    const application = "hoplog kept tops";
    const clickhouse = createClickHouse({ ...base.settings.clickHouse, application, requestTimeoutMs });
    const worker = startTopListWorker({ ...base, clickhouse, name: application });
    return {
      services: {},
      async stop() {
        // Does not wait for a running statement: its day is incomplete and will be stored again.
        await Promise.all([worker.stop(), clickhouse.close()]);
      },
    };
  },
};
