import { notBanned } from "../../kernel/access/notBanned.ts";
import { notPaused } from "../../accounts/outlets/notPaused.ts";
import { startExclusiveWork } from "@hoplog/platform/postgres/exclusiveWork.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { type RunningWork, startSteps } from "@hoplog/platform/retry/steps.js";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import { planFiles } from "./plan.ts";
import { writeNextFile, type WriteServices } from "./writeFile.ts";

export type ExportWorkerBase = WriteServices & ClickHouse & { readonly databaseUrl: string };

const planMs = 60_000;
/** Concurrent uploads of one API process. */
const writers = 2;

/** Plans files in one process at a time, and writes them in each, until stopped. */
export function startExportWorker(base: ExportWorkerBase): RunningWork {
  const { databaseUrl, logger, exportMetrics, now } = base;
  const ending = new AbortController();
  const writing = Array.from({ length: writers }, () =>
    startSteps({
      pollMs: planMs,
      step: async () => ((await writeNextFile(base, ending.signal)) ? "worked" : "idle"),
      onFailure: (error) => logger.warn({ err: error }, "cannot take a file of an export"),
    }),
  );
  const notifyWriters = () => writing.forEach((each) => each.notify());
  const planning = startExclusiveWork({
    databaseUrl,
    name: "hoplog click exports",
    logger,
    pollMs: planMs,
    async step(client) {
      const more = await planFiles(base).catch((error: unknown) => {
        logger.warn({ err: error }, "planning the files of exports failed; retrying later");
        return false;
      });
      const { rows } = await client.query<{ due: Date | null; failing: number }>(
        sql`SELECT (SELECT min(f.due_at) FROM (
             SELECT export_id, due_at, false AS sold FROM click_export_file
             UNION ALL SELECT export_id, due_at, true FROM conversion_export_file) AS f
           JOIN click_export AS e ON e.id = f.export_id
           WHERE e.enabled AND e.failures = 0 AND (e.conversions OR NOT f.sold) AND ${notBanned("e.owner_id")}
             AND ${notPaused("export", "e.id")}) AS due,
         (SELECT count(*)::integer FROM click_export WHERE enabled AND failures > 0) AS failing`,
      );
      const { due = null, failing = 0 } = rows[0] ?? {};
      exportMetrics.delay.set(due ? Math.max(0, (now().getTime() - due.getTime()) / 1000) : 0);
      exportMetrics.failing.set(failing);
      notifyWriters();
      return more ? "worked" : "idle";
    },
  });
  return {
    notify: () => {
      planning.notify();
      notifyWriters();
    },
    async stop() {
      ending.abort();
      await Promise.all([planning, ...writing].map((each) => each.stop()));
    },
  };
}
