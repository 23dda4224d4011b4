import { startExclusiveWork } from "@hoplog/platform/postgres/exclusiveWork.js";
import { named, raw, sql } from "@hoplog/platform/postgres/sql.js";
import type { RunningWork } from "@hoplog/platform/retry/steps.js";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import type pg from "pg";
import { Gauge, type Registry } from "prom-client";
import { notBanned } from "../../kernel/access/notBanned.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import { fetchPage } from "./fetchPage.ts";
import type { ImportWork, SourceAccess } from "./services.ts";
import { importVisits } from "./importVisits.ts";
import { workImports } from "./workImports.ts";

const pollMs = 5000;

export type ImportWorkerBase = ImportWork & { readonly databaseUrl: string; readonly registry: Registry };

/**
 * Reads files and creates links, a part of each import in turn, in one process at a time, until stopped; deletes old
 * imports.
 */
export function startImports(base: ImportWorkerBase): RunningWork {
  const { databaseUrl, logger, registry, now } = base;
  const waiting = new Gauge({
    name: "hoplog_api_import_waiting_seconds",
    help: "Seconds since the last progress of the most stalled running import; 0 if none is running",
    registers: [registry],
  });
  return startExclusiveWork({
    databaseUrl,
    name: "hoplog imports",
    logger,
    pollMs,
    async step(client) {
      const at = now();
      const { rows } = await client.query<{ seconds: number }>(
        sql`SELECT coalesce(max(extract(epoch FROM ${at}::timestamptz - coalesce(worked_at, created_at))), 0)::float8 AS seconds
         FROM link_import WHERE ${notBanned("owner_id")} AND (state = 'running'
           OR visits_state = 'running' AND coalesce(waits_until, worked_at, created_at) < ${at})`,
      );
      waiting.set(Math.max(0, rows[0]?.seconds ?? 0));
      if (await workImports(base)) return "worked";
      waiting.set(0);
      return (await forgetImports(client, now())) ? "worked" : "idle";
    },
  });
}

/** Rows deleted at a time: a million in one transaction would delay the relay. */
const forgottenRows = 10_000;

/** Ends abandoned imports and deletes obsolete data, in batches. Returns whether there may be more rows to delete. */
export async function forgetImports(client: pg.Client, now: Date): Promise<boolean> {
  await client.query(
    sql`WITH left_alone AS (
       UPDATE link_import SET state = 'cancelled', origin = NULL, rest = '', secret = NULL, ended_at = ${now}
       WHERE state IN ('reading', 'ready') AND coalesce(worked_at,
         created_at) < ${now}::timestamptz - make_interval(days => ${importLimits.idleDays})
       RETURNING id)
     DELETE FROM link_import_part WHERE import_id IN (SELECT id FROM left_alone)`,
  );
  // If a part of a file is missing, the following ones can't be read.
  await client.query(
    sql`WITH abandoned AS (
       UPDATE link_import AS job SET state = 'failed', origin = NULL, rest = '', secret = NULL, ended_at = ${now},
         problem = 'Part ' || next_part || ' of its file is missing, and no other has come for ${raw(String(importLimits.partsMinutes))} minutes'
       WHERE state = 'reading' AND parts IS NULL AND coalesce(part_at, worked_at,
         created_at) < ${now}::timestamptz - make_interval(mins => ${importLimits.partsMinutes})
         AND EXISTS (SELECT FROM link_import_part WHERE import_id = job.id AND number > job.next_part)
         AND NOT EXISTS (SELECT FROM link_import_part WHERE import_id = job.id AND number = job.next_part)
       RETURNING id)
     DELETE FROM link_import_part WHERE import_id IN (SELECT id FROM abandoned)`,
  );
  await client.query(
    sql`UPDATE link_import SET visits_state = 'failed', secret = NULL, visits_page = NULL
     WHERE visits_state = 'running' AND ended_at < ${now}::timestamptz - make_interval(days => ${importLimits.days})`,
  );
  // Deletes rows of imports that created nothing, are old, or exceed the workspace's maximum number of stored rows.
  const { rowCount } = await client.query(
    sql`DELETE FROM link_import_row WHERE (import_id, position) IN (
       SELECT import_id, position
       FROM (SELECT *, sum(total) OVER (PARTITION BY owner_id ORDER BY ended_at DESC, id) AS rows FROM link_import
         WHERE ended_at IS NOT NULL) AS job
       JOIN link_import_row ON import_id = job.id
       WHERE state <> 'done' AND made_to = 0 OR ended_at < ${now}::timestamptz - make_interval(days => ${importLimits.days})
         OR rows > ${importLimits.rowsKept}
       LIMIT ${forgottenRows})`,
  );
  if (rowCount !== 0) return true;
  await client.query(
    sql`DELETE FROM link_import WHERE ended_at < ${now}::timestamptz - make_interval(days => ${importLimits.days})`,
  );
  return false;
}

/**
 * Requests links from sources, and visits of created links, one page of each import in turn. Separate from reading
 * files, which never waits for a server.
 */
export function startFetches(base: ImportWorkerBase & SourceAccess & ClickHouse): RunningWork {
  const { databaseUrl, logger } = base;
  const next = inTurn(
    () => fetchPage(base),
    () => importVisits(base),
  );
  return startExclusiveWork({
    databaseUrl,
    name: "hoplog import fetches",
    logger,
    pollMs,
    async step(client) {
      // Checks the connection that holds the lock: if it is lost, another process may have taken over.

      const { rowCount } = await client.query(
        named(
          "import_fetches",
          sql`SELECT FROM link_import WHERE (secret IS NOT NULL OR visits_state = 'running') AND ${notBanned("owner_id")} LIMIT 1`,
        ),
      );
      if (rowCount === 0) return "idle";
      return (await next()) ? "worked" : "expecting";
    },
  });
}

type Work = () => Promise<boolean>;

/** Alternates which of two kinds of work goes first, so that neither waits until the other has nothing left to do. */
export function inTurn(one: Work, other: Work): Work {
  let [first, second] = [one, other];
  return async () => {
    const [now, then] = [first, second];
    [first, second] = [then, now];
    return (await now()) || (await then());
  };
}
