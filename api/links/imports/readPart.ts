import { setImmediate } from "node:timers/promises";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { HoplogError } from "@hoplog/schema/errors.js";
import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import type { DateOrder } from "@hoplog/schema/imports/columns.js";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import { errorLine } from "../../kernel/calls/shownErrors.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { execute, rowsOf } from "../../kernel/database/statements.ts";
import { findPlaces } from "../core/place.ts";
import { apis } from "./apis/apis.ts";
import { type ColumnCounts, countColumns, problemOfColumns } from "./columns.ts";
import { planRows, type PlannedRow } from "./planRows.ts";
import type { FileRecord, Reading } from "./reading.ts";
import { readRecords } from "./records.ts";
import { otherShape, readerOf } from "./shapes.ts";
import { problemOfRoom } from "./room.ts";
import { loadUsedKeys, storeNewTags } from "./usedKeys.ts";
import { UnreadableFile, tooManyLinks } from "./utf8.ts";
import type { ImportWork } from "./services.ts";
import { type Choices, planOfFile } from "./sources/columnPlan.ts";
import { readers } from "./sources/readers.ts";
import type { Reader } from "./sources/sourceLink.ts";

export interface ReadImport {
  readonly id: string;
  readonly ownerId: string;
  readonly source: ImportSource;
  readonly domain: string | null;
  /** The import's name: the namespace of the ids that links have at the source. */
  readonly name: string | null;
  readonly parts: number | null;
  readonly nextPart: number;
  readonly reading: Reading | null;
  readonly rest: Uint8Array;
  readonly total: number;
  /** The users' choices of columns. */
  readonly choices: Choices;
  readonly dateOrder: DateOrder | null;
  readonly columns: ColumnCounts;
}

/** Reads the next part of a file, or the next rows of it, and plans the rows. Call it within a unit of work. */
export async function readPart(services: ImportWork, tx: Transaction, job: ReadImport): Promise<void> {
  // If the file is read again, its old rows are deleted in steps first.
  if (job.total === 0 && job.reading === null && (await deleteRows(services, tx, job.id))) return;
  // Whether the previous step read only the first rows of its part.
  const isGoingOn = job.reading?.isMore === true;
  const content = isGoingOn ? new Uint8Array() : await contentOf(tx, job);
  const nextPart = job.nextPart + (isGoingOn ? 0 : 1);
  const isLastPart = job.parts !== null && nextPart > job.parts;
  try {
    const bytes = Buffer.concat([job.rest, content]);
    const { reading, records, rest, again, isRewound } = readRecords(job.reading, bytes, {
      isLast: isLastPart,
      source: job.source,
      // In files of the source csv, any column can be chosen as the destination.
      needs: job.source === "csv" ? [] : (readers[job.source].columns.destination ?? []),
      headless: readers[job.source].headless,
    });
    if (again && reading && job.parts !== null) {
      await replaceLastParts(services, tx, { id: job.id, parts: job.parts }, reading, again);
      return;
    }
    if (isRewound && reading) {
      await rewind(services, tx, job.id, reading);
      return;
    }
    const isLast = isLastPart && reading?.isMore !== true;
    if (job.total + records.length > importLimits.linksMax) {
      throw tooManyLinks();
    }
    if (isLast && job.total + records.length === 0) throw new UnreadableFile("The file contains no links");
    const reader = readerOf(job.source, namesIn(job, reading, records));
    const columns = countColumns(job.columns, reading?.columns ?? [], records, reader);
    const tooMany = problemOfColumns(columns);
    if (tooMany !== null) throw new UnreadableFile(tooMany);
    const names = columns.map(([name]) => name);
    const other = job.total === 0 ? otherShape(job.source, names) : null;
    if (other !== null)
      throw new UnreadableFile(
        `The file contains links of ${other}, not of ${job.source}. Choose ${other} as the source`,
      );
    await planInSlices(services, tx, { ...job, columns, reader }, records, isLast);
    const problem = await problemOfRoom(services, tx, job);
    if (problem !== null) throw new UnreadableFile(problem);
    await execute(
      tx,
      sql`UPDATE link_import SET next_part = ${nextPart}, reading = ${reading && JSON.stringify(reading)}::jsonb,
        rest = ${Buffer.from(rest)}, columns = ${JSON.stringify(columns)}::jsonb WHERE id = ${job.id}`,
    );
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    await endUnreadable(services, tx, job.id, error.message);
  }
}

/** Returns the known column names, and the fields of the first object. */
function namesIn(job: ReadImport, reading: Reading | null, records: readonly FileRecord[]): string[] {
  const first = records.find(({ record }) => record !== null)?.record ?? {};
  return [...job.columns.map(([name]) => name), ...(reading?.columns ?? []), ...Object.keys(first)];
}

/** Deletes rows of an earlier reading; returns whether there were any. */
async function deleteRows(services: Clock, tx: Transaction, id: string): Promise<boolean> {
  const deleted = await rowsOf(
    tx,
    sql`DELETE FROM link_import_row WHERE import_id = ${id} AND position IN (
       SELECT position FROM link_import_row WHERE import_id = ${id} ORDER BY position LIMIT ${importLimits.stepRows})
         RETURNING position`,
  );
  if (deleted.length === 0) return false;
  await execute(tx, sql`UPDATE link_import SET worked_at = ${services.now()} WHERE id = ${id}`);
  return true;
}

/**
 * Replaces the contents of the last parts with the converted content to read instead, without changing the number of
 * parts.
 */
async function replaceLastParts(
  services: Clock,
  tx: Transaction,
  { id, parts }: { readonly id: string; readonly parts: number },
  reading: Reading,
  content: Uint8Array,
): Promise<void> {
  const count = Math.min(parts, Math.ceil(content.length / importLimits.partBytes));
  const size = Math.ceil(content.length / count);
  const first = parts - count + 1;
  await execute(tx, sql`DELETE FROM link_import_part WHERE import_id = ${id}`);
  for (let n = 0; n < count; n++) {
    await execute(
      tx,
      sql`INSERT INTO link_import_part (import_id, number, content)
        VALUES (${id}, ${first + n}, ${Buffer.from(content.subarray(n * size, (n + 1) * size))})`,
    );
  }
  await execute(
    tx,
    sql`UPDATE link_import SET next_part = ${first}, reading = ${JSON.stringify(reading)}::jsonb, rest = '',
      worked_at = ${services.now()} WHERE id = ${id}`,
  );
}

/** Restarts the reading of all parts, which are stored until the import starts. */
async function rewind(services: Clock, tx: Transaction, id: string, reading: Reading): Promise<void> {
  await execute(
    tx,
    sql`UPDATE link_import SET next_part = (SELECT min(number) FROM link_import_part WHERE import_id = link_import.id),
       reading = ${JSON.stringify(reading)}::jsonb, rest = '', worked_at = ${services.now()} WHERE id = ${id}`,
  );
}

/**
 * Returns the content of the next part. Parts are stored until the import starts or ends, because they are read again
 * if a user chooses columns.
 */
async function contentOf(tx: Transaction, { id, nextPart }: ReadImport): Promise<Uint8Array> {
  const parts = await rowsOf<{ content: Uint8Array }>(
    tx,
    sql`SELECT content FROM link_import_part WHERE import_id = ${id} AND number = ${nextPart}`,
  );
  return parts[0]?.content ?? new Uint8Array();
}

/**
 * Plans records in slices: a step may have twenty thousand rows, and other work of this process runs between slices.
 */
async function planInSlices(
  services: ImportWork,
  tx: Transaction,
  job: ReadImport & { readonly reader: Reader },
  records: readonly FileRecord[],
  isLast: boolean,
): Promise<void> {
  const findPlace = await findPlaces(services, job.ownerId);
  const context = { findPlace, domain: job.domain ?? undefined, now: services.now(), visits: null };
  const usedKeys = await loadUsedKeys(tx, job);
  const names = job.columns.map(([name]) => name);
  const scope = { ...job, plan: planOfFile(job.reader, job.choices, names, job.dateOrder) };
  let at = 0;
  do {
    const slice = records.slice(at, at + importLimits.sliceRows);
    const rows = await planRows(services, tx, scope, slice, context, usedKeys);
    const total = job.total + at;
    at += slice.length;
    await addRows(services, tx, { ...job, total }, rows, isLast && at >= records.length);
    await setImmediate();
  } while (at < records.length);
  await storeNewTags(tx, job.id, usedKeys);
}

/**
 * Adds rows to an import; after the last rows, marks the import as ready and deletes its API key unless it needs the
 * key for visits.
 */
export async function addRows(
  services: Clock,
  tx: Transaction,
  job: Pick<ReadImport, "id" | "source" | "total">,
  rows: readonly PlannedRow[],
  isLast: boolean,
): Promise<void> {
  await insertRows(tx, job, rows);
  const count = (verdict: PlannedRow["verdict"]) => rows.filter((row) => row.verdict === verdict).length;
  const [made, existing, refused] = [count("create"), count("exists"), count("rejected")];
  const visited = rows.filter(({ link }) => link?.visits).length;
  await execute(
    tx,
    sql`UPDATE link_import SET state = ${isLast ? "ready" : "reading"}, secret = CASE WHEN ${isLast}
      AND (NOT ${apis[job.source]?.visits !== undefined} OR visits_links + ${visited} = 0) THEN NULL ELSE secret END,
      worked_at = ${services.now()},
       total = total + ${rows.length}, to_make = to_make + ${made}, existing = existing + ${existing},
         refused = refused + ${refused}, visits_links = visits_links + ${visited},
       losses = (SELECT coalesce(jsonb_object_agg(kind, links), '{}') FROM (
         SELECT kind, sum(links::integer) AS links FROM (
           SELECT * FROM jsonb_each_text(losses) UNION ALL SELECT *
             FROM jsonb_each_text(${JSON.stringify(lossesOf(rows))}::jsonb)) AS one (kind, links)
         GROUP BY kind) AS summed)
     WHERE id = ${job.id}`,
  );
}

/** Ends an import with an error, and deletes its uploaded file and its key. */
export async function endUnreadable(services: ImportWork, tx: Transaction, id: string, problem: string): Promise<void> {
  await execute(tx, sql`DELETE FROM link_import_part WHERE import_id = ${id}`);
  await execute(
    tx,
    sql`UPDATE link_import SET state = 'failed', problem = ${problem}, rest = '', secret = NULL, origin = NULL,
      ended_at = ${services.now()} WHERE id = ${id}`,
  );
}

async function insertRows(
  tx: Transaction,
  { id, total }: Pick<ReadImport, "id" | "total">,
  rows: readonly PlannedRow[],
): Promise<void> {
  const given = rows.map(({ error, ...row }, i) => {
    const shown = error instanceof HoplogError ? { errorType: error.type, errorMessage: errorLine(error) } : {};
    return { ...row, ...shown, position: total + i + 1 };
  });
  await execute(
    tx,
    sql`INSERT INTO link_import_row (import_id, position, row, key, name, original_url, short_url, verdict, link, losses,
       code_key, external_id, error_type, error_message)
     SELECT ${id}::uuid, position, row, key, name, "originalUrl", "shortUrl", verdict, link, losses,
       "codeKey", "externalId", "errorType", "errorMessage"
     FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
       AS given (position integer, row integer, key text, name text, "originalUrl" text,
       "shortUrl" text, verdict text, link jsonb, losses jsonb, "codeKey" text, "externalId" text, "errorType" text,
         "errorMessage" text)`,
  );
}

/** Counts the links with losses of each kind. */
function lossesOf(rows: readonly PlannedRow[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { verdict, losses } of rows) {
    if (verdict !== "create") continue;
    for (const kind of new Set(losses.map((loss) => loss.kind))) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}
