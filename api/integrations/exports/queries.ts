import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { notFoundError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { authorize, authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import type { Permission } from "../../kernel/access/permissions.ts";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { type ExportContent, fileTables } from "./contents.ts";
import { keyOf } from "./period.ts";
import { type ExportRow, exportColumns, exportSettings } from "./rows.ts";

/** A destination in API responses, without its secret, which cannot be read. */
export interface ClickExport {
  readonly id: string;
  readonly name: string;
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly pathStyle: boolean;
  readonly accessKeyId: string;
  readonly cadence: ExportRow["cadence"];
  readonly bots: boolean;
  readonly conversions: boolean;
  readonly from: Date;
  readonly enabled: boolean;
  readonly createdAt: Date;
  readonly error: string | null;
  readonly failingSince: Date | null;
  readonly filesWritten: number;
  readonly filesWaiting: number;
  readonly lastWrittenAt: Date | null;
  readonly etag: string;
}

export type FileState = "written" | "empty" | "waiting" | "writing" | "failed";

export interface ExportedFile {
  readonly startAt: Date;
  readonly key: string;
  readonly state: FileState;
  readonly rows: number | null;
  readonly bytes: number | null;
  readonly writtenAt: Date | null;
  /** Error of the last attempt to write; null if the attempt succeeded. */
  readonly error: string | null;
  /** Time of the next write; null if the file is up to date. */
  readonly dueAt: Date | null;
}

interface ListedRow extends ExportRow {
  readonly filesWritten: number;
  readonly filesWaiting: number;
  readonly lastWrittenAt: Date | null;
}

const listed = sql`SELECT ${exportColumns}, f.* FROM click_export AS e, LATERAL (
    SELECT count(*) FILTER (WHERE has_object)::integer AS "filesWritten", count(due_at)::integer AS "filesWaiting",
      max(written_at) AS "lastWrittenAt"
    FROM (SELECT has_object, due_at, written_at FROM click_export_file WHERE export_id = e.id
      UNION ALL SELECT has_object, CASE WHEN e.conversions THEN due_at END, written_at
        FROM conversion_export_file WHERE export_id = e.id) AS files) AS f`;

/** Returns the workspace's exports, oldest first. */
export async function listClickExports({ reads }: Reads, member: Member): Promise<ClickExport[]> {
  const ownerId = authorizeOwn(member, "clickExports:read");
  const { rows } = await reads.query<ListedRow>(sql`${listed} WHERE e.owner_id = ${ownerId} ORDER BY e.id`);
  return rows.map(shown);
}

/** Finds an export. Throws NOT_FOUND_ERROR, also for an export of another workspace. */
export async function clickExportById({ reads }: Reads, member: Member, id: string): Promise<ClickExport> {
  const { rows } = await reads.query<ListedRow>(sql`${listed} WHERE e.id = ${id}`);
  const [row] = rows;
  authorize(member, "clickExports:read", { type: "export", workspaceId: row?.ownerId ?? null });
  if (!row) throw notFoundError("Export");
  return shown(row);
}

/** Selects fields explicitly, because the worker's columns and the secret must not be returned. */
function shown(row: ListedRow): ClickExport {
  return {
    id: row.id,
    name: row.name,
    endpoint: row.endpoint,
    region: row.region,
    bucket: row.bucket,
    prefix: row.prefix,
    pathStyle: row.pathStyle,
    accessKeyId: row.accessKeyId,
    cadence: row.cadence,
    bots: row.bots,
    conversions: row.conversions,
    from: row.startAt,
    enabled: row.enabled,
    createdAt: row.createdAt,
    error: row.error,
    failingSince: row.failingSince,
    filesWritten: row.filesWritten,
    filesWaiting: row.filesWaiting,
    lastWrittenAt: row.lastWrittenAt,
    etag: etagOfSettings(exportSettings(row)),
  };
}

/**
 * Finds an export with the worker's fields. Throws NOT_FOUND_ERROR, also for an export of another workspace, and
 * AUTHORIZATION_ERROR.
 */
export async function findClickExport(
  { reads }: Reads,
  member: Member,
  id: string,
  permission: Permission,
): Promise<ExportRow> {
  const { rows } = await reads.query<ExportRow>(sql`SELECT ${exportColumns} FROM click_export AS e WHERE e.id = ${id}`);
  const [row] = rows;
  authorize(member, permission, { type: "export", workspaceId: row?.ownerId ?? null });
  if (!row) throw notFoundError("Export");
  return row;
}

interface FileRow {
  readonly startAt: Date;
  readonly state: FileState;
  readonly rows: string | null;
  readonly bytes: string | null;
  readonly writtenAt: Date | null;
  readonly error: string | null;
  readonly dueAt: Date | null;
}

export interface FilesPage {
  readonly before?: Date | null | undefined;
  readonly limit?: number | null | undefined;
  readonly content?: ExportContent | undefined;
}

/** Returns an export's files of one content type with periods that begin before a moment, latest period first. */
export async function listExportedFiles(
  services: Reads & Clock,
  member: Member,
  id: string,
  { before = null, limit, content = "clicks" }: FilesPage,
): Promise<ExportedFile[]> {
  const row = await findClickExport(services, member, id, "clickExports:read");
  const { rows } = await services.reads.query<FileRow>(
    sql`SELECT start_at AS "startAt", rows, bytes, written_at AS "writtenAt", error, due_at AS "dueAt",
       CASE WHEN lease_until > ${services.now()} THEN 'writing' WHEN due_at IS NULL
         AND has_object THEN 'written' WHEN due_at IS NULL THEN 'empty'
         WHEN error IS NOT NULL THEN 'failed' ELSE 'waiting' END AS state
     FROM ${raw(fileTables[content])} WHERE export_id = ${id} AND (${before}::timestamptz IS NULL OR start_at < ${before})
     ORDER BY start_at DESC LIMIT ${Math.min(Math.max(limit ?? limits.listDefault, 1), limits.listMax)}`,
  );
  return rows.map((file) => ({
    ...file,
    key: keyOf(row, file.startAt, content),
    rows: file.rows === null ? null : Number(file.rows),
    bytes: file.bytes === null ? null : Number(file.bytes),
  }));
}
