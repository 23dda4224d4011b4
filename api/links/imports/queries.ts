import { watchWork } from "../../kernel/calls/watchWork.ts";
import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import type { ErrorType } from "@hoplog/schema/errors.js";
import { lossKinds } from "@hoplog/schema/imports/sources.js";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import { authorize, authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import type { Permission } from "../../kernel/access/permissions.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { type ColumnCounts, columnsOf, warningsOf } from "./columns.ts";
import type { ImportOutcome, ImportRow, LinkImport, RowFilter } from "./import.ts";
import type { Choices } from "./sources/columnPlan.ts";

interface Stored extends Omit<LinkImport, "losses" | "columns" | "warnings"> {
  readonly losses: Readonly<Record<string, number>>;
  readonly columns: ColumnCounts;
  readonly choices: Choices;
  /** Warnings about the file as a whole. */
  readonly notes: readonly string[];
}

const columns = `id, owner_id AS "ownerId", source, file_name AS "fileName", coalesce(reading -> 'notes', '[]') AS notes, columns, choices, date_order AS dates, coalesce(name, file_name, source) AS name, state, total, to_make AS "toCreate", existing, refused AS rejected,
  losses, done, failed, problem, visits_state AS "visitsState", visits_links AS "visitsLinks", visits_done AS "visitsDone",
  visits_brought::float8 AS "visitsImported", visits_problem AS "visitsProblem", created_at AS "createdAt", ended_at AS "endedAt"`;

function importOf({ losses, columns: columnCounts, choices, notes, ...stored }: Stored): LinkImport {
  const counts = lossKinds.map((kind) => ({ kind, links: losses[kind] ?? 0 }));
  const columns = columnsOf(stored.source, choices, columnCounts);
  return {
    ...stored,
    columns,
    warnings: [...notes, ...warningsOf(columns)],
    losses: counts.filter(({ links }) => links > 0),
  };
}

/** Returns the workspace's latest imports, newest first. */
export async function listImports({ reads }: Reads, member: Member): Promise<LinkImport[]> {
  const ownerId = authorizeOwn(member, "links:read");

  return (
    await readRows<Stored>(
      reads,
      sql`SELECT ${raw(columns)} FROM link_import WHERE owner_id = ${ownerId} ORDER BY created_at DESC, id DESC
        LIMIT ${importLimits.listed}`,
    )
  ).map(importOf);
}

/** Returns an import. Throws NOT_FOUND_ERROR, also for another workspace's import. */
export async function getImport(
  { reads }: Reads,
  member: Member,
  id: string,
  permission: Permission = "links:read",
): Promise<LinkImport> {
  const [stored] = await readRows<Stored>(reads, sql`SELECT ${raw(columns)} FROM link_import WHERE id = ${id}`);
  authorize(member, permission, { type: "import", workspaceId: stored?.ownerId ?? null });
  if (!stored) throw new Error("authorize allowed access to a row that does not exist");
  return importOf(stored);
}

interface Page {
  /** The position after which the page begins; 0 for the first page. */
  readonly after: number;
  readonly limit: number;
  readonly only: RowFilter;
}

const conditions: Readonly<Record<RowFilter, string>> = {
  all: "true",
  losses: "one.verdict = 'create' AND one.losses <> '[]'",
  rejected: "one.verdict = 'rejected'",
  failed: "one.verdict = 'create' AND one.error_type IS NOT NULL",
};

interface StoredRow extends Omit<ImportRow, "error"> {
  readonly outcome: ImportOutcome | null;
  readonly errorType: ErrorType | null;
  readonly errorMessage: string | null;
}

/** Returns a page of the rows of an import, in order. Throws NOT_FOUND_ERROR. */
export async function listImportRows(
  services: Reads,
  member: Member,
  id: string,
  { after, limit, only }: Page,
): Promise<ImportRow[]> {
  const { ownerId } = await getImport(services, member, id);
  const rows = await readRows<StoredRow>(
    services.reads,
    sql`SELECT one.position, one.row, one.name, one.original_url AS "originalUrl", one.short_url AS "shortUrl", one.verdict,
      one.losses,
       CASE WHEN one.verdict = 'create' AND one.error_type IS NOT NULL THEN 'failed'
         WHEN one.verdict = 'create' AND one.position <= job.made_to THEN 'done'
         WHEN one.verdict = 'exists' AND job.made_to > 0 THEN 'unchanged' END AS outcome,
       imported.link_id AS "linkId", one.error_type AS "errorType", one.error_message AS "errorMessage"
     FROM link_import AS job JOIN link_import_row AS one ON one.import_id = job.id
       LEFT JOIN imported_link AS imported ON imported.owner_id = ${ownerId} AND imported.source = job.source
         AND imported.key = one.key
     WHERE job.id = ${id} AND one.position > ${after} AND ${raw(conditions[only])} ORDER BY one.position LIMIT ${limit}`,
  );
  return rows.map(({ errorType, errorMessage, ...row }) => ({
    ...row,
    error: errorType && { type: errorType, message: errorMessage ?? "The link can't be created" },
  }));
}

/** Yields an import now and after each progress, until the import ends. Throws NOT_FOUND_ERROR. */
export function watchImport(services: Reads, member: Member, id: string): AsyncGenerator<LinkImport, void> {
  return watchWork(
    () => getImport(services, member, id),
    ({ state, total, done, failed, ...job }) => [state, total, done, failed, job.visitsState, job.visitsDone],
    ({ endedAt, visitsState }) => endedAt !== null && visitsState !== "running",
  );
}
