import { join, raw, type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import { notBanned } from "../../kernel/access/notBanned.ts";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { notPaused } from "../../accounts/outlets/notPaused.ts";
import { type ExportContent, exportContents, fileTables } from "./contents.ts";
import { type ExportRow, cutOfExport, exportColumns } from "./rows.ts";

/** Time after which a writer that does not renew its lease is considered dead. Longer than any request to a bucket. */
export const leaseMs = 3 * 60 * 1000;

/** A file leased by this process. */
export interface LeasedFile {
  readonly to: ExportRow;
  readonly content: ExportContent;
  readonly start: Date;
  readonly dueAt: Date;
  readonly leaseId: string;
  /** Id of an unfinished upload of another process. */
  readonly uploadId: string | null;
  /** Number of earlier leases that did not finish the file. */
  readonly attempts: number;
  /** Whether the file's key exists in the bucket. */
  readonly hasObject: boolean;
  /** Number of consecutive failures of this file. */
  readonly failures: number;
}

/** Thrown if another process has the lease, or the destination was deleted or paused. */
export class LeaseLostError extends Error {}

interface LeasedRow extends ExportRow {
  readonly content: ExportContent;
  readonly fileStart: Date;
  readonly dueAt: Date;
  readonly uploadId: string | null;
  readonly attempts: number;
  readonly hasObject: boolean;
  readonly fileFailures: number;
}

/**
 * Leases the oldest due file of the destination that has waited longest. Only one file per destination is leased at a
 * time, so that a slow destination delays no other. Returns null if none is due.
 */
export async function leaseFile(services: Reads & Clock & Ids): Promise<LeasedFile | null> {
  for (;;) {
    const leased = await tryLease(services);
    if (leased !== "lost") return leased;
  }
}

/** Returns "lost" if another process leased the file first; other files may be due. */
async function tryLease({ reads, now, newId }: Reads & Clock & Ids): Promise<LeasedFile | "lost" | null> {
  const [at, leaseId] = [now(), newId()];
  const lease = { leaseId, at, until: new Date(at.getTime() + leaseMs) };
  const { rows } = await reads.query<LeasedRow | { readonly fileStart: null }>(
    sql`WITH due AS (
       SELECT f.content, f.export_id, f.start_at, f.attempts FROM click_export AS e
       JOIN LATERAL (
         SELECT * FROM (
           SELECT 'clicks' AS content, export_id, start_at, attempts, due_at FROM click_export_file
             WHERE export_id = e.id AND due_at <= ${at} AND (lease_until IS NULL OR lease_until <= ${at})
               AND start_at >= ${cutOfExport(sql`e.owner_id`)}
           UNION ALL
           SELECT 'conversions', export_id, start_at, attempts, due_at FROM conversion_export_file
             WHERE export_id = e.id AND e.conversions AND due_at <= ${at} AND (lease_until IS NULL
               OR lease_until <= ${at})) AS waiting
         ORDER BY due_at, start_at, content LIMIT 1) AS f ON true
       WHERE e.enabled AND (e.retry_at IS NULL OR e.retry_at <= ${at}) AND ${notBanned("e.owner_id")}
         AND ${notPaused("export", "e.id")}
         AND NOT EXISTS (SELECT 1 FROM click_export_file AS busy WHERE busy.export_id = e.id AND busy.lease_until > ${at})
         AND NOT EXISTS (SELECT 1 FROM conversion_export_file AS busy WHERE busy.export_id = e.id AND busy.lease_until > ${at})
       ORDER BY e.served_at NULLS FIRST, e.id LIMIT 1 FOR UPDATE OF e SKIP LOCKED),
     served AS (UPDATE click_export SET served_at = ${at} FROM due WHERE id = due.export_id),
     ${join(exportContents.map((content) => sql`${raw(content)} AS (${leaseStatement(content, lease)})`))},
     taken AS (${raw(exportContents.map((content) => `SELECT * FROM ${content}`).join(" UNION ALL "))})
     SELECT taken.* FROM due LEFT JOIN taken ON true`,
  );
  const [row] = rows;
  if (!row) return null;
  if (row.fileStart === null) return "lost";
  const { content, fileStart: start, dueAt, uploadId, attempts, hasObject, fileFailures: failures, ...to } = row;
  return { to, content, start, dueAt, leaseId, uploadId, attempts, hasObject, failures };
}

interface Lease {
  readonly leaseId: string;
  readonly at: Date;
  readonly until: Date;
}

function leaseStatement(content: ExportContent, { leaseId, at, until }: Lease): Sql {
  return sql`UPDATE ${tableOf(content)} AS f SET lease_id = ${leaseId}, lease_until = ${until}, attempts = f.attempts + 1
     FROM due JOIN click_export AS e ON e.id = due.export_id
     WHERE due.content = ${content} AND f.export_id = due.export_id AND f.start_at = due.start_at
       AND (f.lease_until IS NULL OR f.lease_until <= ${at})
     RETURNING ${exportColumns}, due.content, f.start_at AS "fileStart", f.due_at AS "dueAt", f.upload_id AS "uploadId",
       due.attempts, f.has_object AS "hasObject", f.failures AS "fileFailures"`;
}

const tableOf = (content: ExportContent) => raw(fileTables[content]);

const isOurs = ({ to, start, leaseId }: LeasedFile) =>
  sql`export_id = ${to.id} AND start_at = ${start} AND lease_id = ${leaseId}`;

/**
 * Renews the lease. Throws {@link LeaseLostError}, also if the export is paused; its file is rewritten after it is
 * resumed.
 */
export async function renewLease({ reads, now }: Reads & Clock, file: LeasedFile): Promise<void> {
  const { rowCount } = await reads.query(
    sql`UPDATE ${tableOf(file.content)} SET lease_until = ${new Date(now().getTime() + leaseMs)}
     WHERE ${isOurs(file)} AND ${notPaused("export", "export_id")}`,
  );
  if (rowCount !== 1) throw new LeaseLostError();
}

/** Stores the current multipart upload; null for none. Throws {@link LeaseLostError}. */
export async function noteUpload({ reads }: Reads, file: LeasedFile, uploadId: string | null): Promise<void> {
  const { rowCount } = await reads.query(
    sql`UPDATE ${tableOf(file.content)} SET upload_id = ${uploadId} WHERE ${isOurs(file)}`,
  );
  if (rowCount !== 1) throw new LeaseLostError();
}

export interface Written {
  readonly rows: number;
  readonly bytes: number;
  readonly counted: number;
  readonly hasObject: boolean;
}

/**
 * Marks the file as written, and its destination as working. The file is due again if it was requested in the meantime.
 */
export async function noteWritten({ reads, now }: Reads & Clock, file: LeasedFile, written: Written): Promise<void> {
  const { rows, bytes, counted, hasObject } = written;
  const { rowCount } = await reads.query(
    sql`WITH file AS (
       UPDATE ${tableOf(file.content)} SET lease_id = NULL, lease_until = NULL, upload_id = NULL, attempts = 0, failures = 0,
         error = NULL,
         due_at = CASE WHEN due_at = ${file.dueAt} THEN NULL ELSE due_at END, written_at = ${now()}, rows = ${rows},
           bytes = ${bytes},
         counted = ${counted}, has_object = ${hasObject}
       WHERE ${isOurs(file)} RETURNING export_id)
     UPDATE click_export SET failures = 0, error = NULL, failing_since = NULL, told_at = NULL, retry_at = NULL
     FROM file WHERE id = file.export_id`,
  );
  if (rowCount !== 1) throw new LeaseLostError();
}

/** Releases the lease, so that the file can be leased again: at once, or after a failure from `retryAt` on. */
export async function releaseFile(
  { reads }: Reads,
  file: LeasedFile,
  why: { readonly error: string; readonly retryAt: Date } | null,
): Promise<void> {
  await reads.query(
    sql`UPDATE ${tableOf(file.content)} SET lease_id = NULL, lease_until = NULL, error = coalesce(${why?.error ?? null}, error),
       failures = failures + ${why ? 1 : 0}, due_at = coalesce(${why?.retryAt ?? null}, due_at)
     WHERE ${isOurs(file)}`,
  );
}
