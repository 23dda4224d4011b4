import { Gauge, type Registry } from "prom-client";
import { startExclusiveWork } from "@hoplog/platform/postgres/exclusiveWork.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { RunningWork } from "@hoplog/platform/retry/steps.js";
import type { Clock, Logs } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import { cutClicks } from "./cut.ts";

export type RetentionMetrics = ReturnType<typeof createRetentionMetrics>;

export function createRetentionMetrics(registry: Registry) {
  return {
    held: new Gauge({
      name: "hoplog_api_click_retention_held_seconds",
      help: "Seconds that the removal of old clicks has waited for an export that must write them first; 0 if none waits",
      registers: [registry],
    }),
    since: new Gauge({
      name: "hoplog_api_click_retention_age_seconds",
      help: "Seconds since old clicks were last removed, in the workspace where that is longest ago; 0 if no workspace has a retention",
      registers: [registry],
    }),
  };
}

export interface RetentionBase extends ClickHouse, Logs, Clock {
  readonly databaseUrl: string;
  readonly retentionMetrics: RetentionMetrics;
}

const pollMs = 10 * 60 * 1000;
/** Retry delay if other work is reading clicks and sums. */
const againMs = 5000;

const waits = (now: Date) => sql`
  SELECT coalesce(max(extract(epoch FROM ${now}::timestamptz - held_since)), 0)::float8 AS held,
    coalesce(max(extract(epoch FROM ${now}::timestamptz - coalesce(done_at, set_at)))
      FILTER (WHERE held_since IS NULL AND (days IS NOT NULL OR cut_before IS NOT NULL)), 0)::float8 AS since
  FROM click_retention`;

/** Deletes single clicks that are older than their workspace's retention, in one process at a time, until stopped. */
export function startRetention({ databaseUrl, clickhouse, logger, now, retentionMetrics }: RetentionBase): RunningWork {
  return startExclusiveWork({
    databaseUrl,
    name: "hoplog click retention",
    logger,
    pollMs,
    async step(client) {
      let isHeld = false;
      try {
        isHeld = !(await cutClicks({ clickhouse, client, now: now(), logger }));
      } catch (error) {
        logger.warn({ err: error }, "removing old clicks failed; retrying later");
      }
      const { rows } = await client.query<{ held: number; since: number }>(waits(now()));
      retentionMetrics.held.set(Math.max(0, rows[0]?.held ?? 0));
      retentionMetrics.since.set(Math.max(0, rows[0]?.since ?? 0));
      return isHeld ? againMs : "idle";
    },
  });
}
