import { startExclusiveWork } from "@hoplog/platform/postgres/exclusiveWork.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { RunningWork } from "@hoplog/platform/retry/steps.js";
import { limits } from "@hoplog/schema/limits.js";
import { Gauge, type Registry } from "prom-client";
import { notBanned } from "../../kernel/access/notBanned.ts";
import type { JobWork } from "./services.ts";
import { workChunk } from "./workChunk.ts";

const pollMs = 5000;

export type JobWorkerBase = JobWork & { readonly databaseUrl: string; readonly registry: Registry };

/** Works jobs off, a chunk of each in turn, in one process at a time, until stopped; and forgets old ones. */
export function startLinkJobs(base: JobWorkerBase): RunningWork {
  const { databaseUrl, logger, registry, now } = base;
  const waiting = new Gauge({
    name: "hoplog_api_link_job_waiting_seconds",
    help: "For how long nothing was done for a job that changes links, of the one where that is longest; 0 where there is none",
    registers: [registry],
  });
  return startExclusiveWork({
    databaseUrl,
    name: "hoplog link jobs",
    logger,
    pollMs,
    async step(client) {
      const { rows } = await client.query<{ seconds: number }>(
        sql`SELECT coalesce(max(extract(epoch FROM ${now()}::timestamptz - coalesce(worked_at, created_at))), 0)::float8 AS seconds
         FROM link_job WHERE ended_at IS NULL AND ${notBanned("owner_id")}`,
      );
      waiting.set(Math.max(0, rows[0]?.seconds ?? 0));
      if (await workChunk(base)) return "worked";
      waiting.set(0);
      await client.query(
        sql`DELETE FROM link_job WHERE ended_at < ${now()}::timestamptz - make_interval(days => ${limits.linkJobDays})`,
      );
      return "idle";
    },
  });
}
