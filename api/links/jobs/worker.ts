import { sql } from "@hoplog/platform/postgres/sql.js";
import type { RunningWork } from "@hoplog/platform/retry/steps.js";
import { limits } from "@hoplog/schema/limits.js";
import { Gauge, type Registry } from "prom-client";
import { notBanned } from "../../kernel/access/notBanned.ts";
import { startDueWork } from "../../kernel/work/dueWork.ts";
import type { JobWork } from "./services.ts";
import { workChunk } from "./workChunk.ts";

const pollMs = 5000;

export type JobWorkerBase = JobWork & { readonly databaseUrl: string; readonly registry: Registry };

const isOpen = sql`ended_at IS NULL AND ${notBanned("owner_id")}`;

/** Processes jobs, a chunk of each in turn, in one process at a time, until stopped; and deletes old ones. */
export function startLinkJobs(base: JobWorkerBase): RunningWork {
  const waiting = new Gauge({
    name: "hoplog_api_link_job_waiting_seconds",
    help: "Seconds since the last progress of the most stalled running link job; 0 if none is running",
    registers: [base.registry],
  });
  return startDueWork<{ readonly id: string }>(
    base,
    { name: "hoplog link jobs", pollMs },
    {
      failed: "a link job failed",
      gauge: waiting,
      async dueFor(client, now) {
        const { rows } = await client.query<{ seconds: number | null }>(
          sql`SELECT max(extract(epoch FROM ${now}::timestamptz - coalesce(worked_at, created_at)))::float8 AS seconds
           FROM link_job WHERE ${isOpen}`,
        );
        const { seconds = null } = rows[0] ?? {};
        // Every job is due immediately, also one created by an API process whose clock is ahead.
        return seconds === null ? null : Math.max(0, seconds);
      },
      async take(client, leftOut) {
        const { rows } = await client.query<{ id: string }>(
          sql`SELECT id FROM link_job WHERE ${isOpen} AND id <> ALL (${leftOut}::uuid[])
           ORDER BY worked_at NULLS FIRST, created_at LIMIT 1`,
        );
        return rows;
      },
      work: ({ id }) => workChunk(base, { id }),
      forget: (client, now) =>
        client.query(
          sql`DELETE FROM link_job WHERE ended_at < ${now}::timestamptz - make_interval(days => ${limits.linkJobDays})`,
        ),
    },
  );
}
