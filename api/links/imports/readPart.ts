import { setImmediate } from "node:timers/promises";
import { HoplogError } from "@hoplog/schema/errors.js";
import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import type { DateOrder } from "@hoplog/schema/imports/columns.js";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import { errorLine } from "../../kernel/calls/shownErrors.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { findPlaces } from "../core/place.ts";
import { apis } from "./apis/apis.ts";
import { type ColumnCounts, countColumns, problemOfColumns } from "./columns.ts";
import { judge, type JudgedRow } from "./judge.ts";
import type { FileRecord, Reading } from "./reading.ts";
import { readRecords } from "./records.ts";
import { otherShape, readerOf } from "./shapes.ts";
import { problemOfRoom } from "./room.ts";
import { beginSeen, keepSeen } from "./seen.ts";
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
  /** Scopes ids. */
  readonly name: string | null;
  readonly parts: number | null;
  readonly nextPart: number;
  readonly reading: Reading | null;
  readonly rest: Uint8Array;
  readonly total: number;
  /** What users chose columns for. */
  readonly choices: Choices;
  readonly dateOrder: DateOrder | null;
  readonly columns: ColumnCounts;
}

/** Reads the next part of a file, and says of each of its rows what becomes of it. Part of a unit of work. */
export async function readPart(services: ImportWork, tx: Transaction, job: ReadImport): Promise<void> {
  // It is read once more: its rows are deleted in steps too.
  if (job.total === 0 && job.reading === null && (await deleteRows(services, tx, job.id))) return;
  // Of the part before only the first rows were read.
  const isGoingOn = job.reading?.isMore === true;
  const content = isGoingOn ? new Uint8Array() : await contentOf(tx, job);
  const nextPart = job.nextPart + (isGoingOn ? 0 : 1);
  const isLastPart = job.parts !== null && nextPart > job.parts;
  try {
    const bytes = Buffer.concat([job.rest, content]);
    const { reading, records, rest, again, isRewound } = readRecords(job.reading, bytes, {
      isLast: isLastPart,
      source: job.source,
      // A column of any CSV file can be chosen.
      needs: job.source === "csv" ? [] : (readers[job.source].columns.destination ?? []),
      headless: readers[job.source].headless,
    });
    if (again && reading && job.parts !== null) {
      await giveAgain(services, tx, { id: job.id, parts: job.parts }, reading, again);
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
    if (isLast && job.total + records.length === 0) throw new UnreadableFile("There are no links in this file");
    const reader = readerOf(job.source, namesIn(job, reading, records));
    const columns = countColumns(job.columns, reading?.columns ?? [], records, reader);
    const tooMany = problemOfColumns(columns);
    if (tooMany !== null) throw new UnreadableFile(tooMany);
    const names = columns.map(([name]) => name);
    const other = job.total === 0 ? otherShape(job.source, names) : null;
    if (other !== null) throw new UnreadableFile(`The file is one of ${other}, not of ${job.source}: choose ${other}`);
    await judgeInSlices(services, tx, { ...job, columns, reader }, records, isLast);
    const problem = await problemOfRoom(services, tx, job);
    if (problem !== null) throw new UnreadableFile(problem);
    await tx.execute(
      "UPDATE link_import SET next_part = ?, reading = ?::jsonb, rest = ?, columns = ?::jsonb WHERE id = ?",
      [nextPart, reading && JSON.stringify(reading), Buffer.from(rest), JSON.stringify(columns), job.id],
      "run",
    );
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    await endUnreadable(services, tx, job.id, error.message);
  }
}

/** Names of columns as far as they are known, and of the first object's fields. */
function namesIn(job: ReadImport, reading: Reading | null, records: readonly FileRecord[]): string[] {
  const first = records.find(({ record }) => record !== null)?.record ?? {};
  return [...job.columns.map(([name]) => name), ...(reading?.columns ?? []), ...Object.keys(first)];
}

/** Deletes rows of an earlier reading; gives whether there were any. */
async function deleteRows(services: Clock, tx: Transaction, id: string): Promise<boolean> {
  const deleted = await tx.execute<unknown[]>(
    `DELETE FROM link_import_row WHERE import_id = ? AND position IN (
       SELECT position FROM link_import_row WHERE import_id = ? ORDER BY position LIMIT ?) RETURNING position`,
    [id, id, importLimits.stepRows],
  );
  if (deleted.length === 0) return false;
  await tx.execute("UPDATE link_import SET worked_at = ? WHERE id = ?", [services.now(), id], "run");
  return true;
}

/** Puts what is to be read instead of a file in place of its last parts: their number stays what it was said to be. */
async function giveAgain(
  services: Clock,
  tx: Transaction,
  { id, parts }: { readonly id: string; readonly parts: number },
  reading: Reading,
  content: Uint8Array,
): Promise<void> {
  const count = Math.min(parts, Math.ceil(content.length / importLimits.partBytes));
  const size = Math.ceil(content.length / count);
  const first = parts - count + 1;
  await tx.execute("DELETE FROM link_import_part WHERE import_id = ?", [id], "run");
  for (let n = 0; n < count; n++) {
    await tx.execute(
      "INSERT INTO link_import_part (import_id, number, content) VALUES (?, ?, ?)",
      [id, first + n, Buffer.from(content.subarray(n * size, (n + 1) * size))],
      "run",
    );
  }
  await tx.execute(
    "UPDATE link_import SET next_part = ?, reading = ?::jsonb, rest = '', worked_at = ? WHERE id = ?",
    [first, JSON.stringify(reading), services.now(), id],
    "run",
  );
}

/** Has all parts read once more: they are stored until the import starts. */
async function rewind(services: Clock, tx: Transaction, id: string, reading: Reading): Promise<void> {
  await tx.execute(
    `UPDATE link_import SET next_part = (SELECT min(number) FROM link_import_part WHERE import_id = link_import.id),
       reading = ?::jsonb, rest = '', worked_at = ? WHERE id = ?`,
    [JSON.stringify(reading), services.now(), id],
    "run",
  );
}

/** It stays until the import starts or ends: a choice of columns has it read once more. */
async function contentOf(tx: Transaction, { id, nextPart }: ReadImport): Promise<Uint8Array> {
  const parts = await tx.execute<{ content: Uint8Array }[]>(
    "SELECT content FROM link_import_part WHERE import_id = ? AND number = ?",
    [id, nextPart],
  );
  return parts[0]?.content ?? new Uint8Array();
}

/**
 * A step may have twenty thousand rows: between slices of them others have their turn in
 * this process.
 */
async function judgeInSlices(
  services: ImportWork,
  tx: Transaction,
  job: ReadImport & { readonly reader: Reader },
  records: readonly FileRecord[],
  isLast: boolean,
): Promise<void> {
  const findPlace = await findPlaces(services, job.ownerId);
  const fitting = { findPlace, domain: job.domain ?? undefined, now: services.now(), visits: null };
  const seen = await beginSeen(tx, job);
  const names = job.columns.map(([name]) => name);
  const scope = { ...job, plan: planOfFile(job.reader, job.choices, names, job.dateOrder) };
  let at = 0;
  do {
    const slice = records.slice(at, at + importLimits.sliceRows);
    const rows = await judge(services, tx, scope, slice, fitting, seen);
    const total = job.total + at;
    at += slice.length;
    await addRows(services, tx, { ...job, total }, rows, isLast && at >= records.length);
    await setImmediate();
  } while (at < records.length);
  await keepSeen(tx, job.id, seen);
}

/** Adds what was read to an import; with the last of it the import is ready, and needs a key for visits alone. */
export async function addRows(
  services: Clock,
  tx: Transaction,
  job: Pick<ReadImport, "id" | "source" | "total">,
  rows: readonly JudgedRow[],
  isLast: boolean,
): Promise<void> {
  await insertRows(tx, job, rows);
  const counts = (["create", "exists", "rejected"] as const).map(
    (verdict) => rows.filter((row) => row.verdict === verdict).length,
  );
  const visited = rows.filter(({ link }) => link?.visits).length;
  await tx.execute(
    `UPDATE link_import SET state = ?, secret = CASE WHEN ? AND (NOT ? OR visits_links + ? = 0) THEN NULL ELSE secret END, worked_at = ?,
       total = total + ?, to_make = to_make + ?, existing = existing + ?, refused = refused + ?, visits_links = visits_links + ?,
       losses = (SELECT coalesce(jsonb_object_agg(kind, links), '{}') FROM (
         SELECT kind, sum(links::integer) AS links FROM (
           SELECT * FROM jsonb_each_text(losses) UNION ALL SELECT * FROM jsonb_each_text(?::jsonb)) AS one (kind, links)
         GROUP BY kind) AS summed)
     WHERE id = ?`,
    [
      isLast ? "ready" : "reading",
      isLast,
      apis[job.source]?.visits !== undefined,
      visited,
      services.now(),
      rows.length,
      ...counts,
      visited,
      JSON.stringify(lossesOf(rows)),
      job.id,
    ],
    "run",
  );
}

/** What had been read of it is of no use to anybody. */
export async function endUnreadable(services: ImportWork, tx: Transaction, id: string, problem: string): Promise<void> {
  await tx.execute("DELETE FROM link_import_part WHERE import_id = ?", [id], "run");
  await tx.execute(
    "UPDATE link_import SET state = 'failed', problem = ?, rest = '', secret = NULL, origin = NULL, ended_at = ? WHERE id = ?",
    [problem, services.now(), id],
    "run",
  );
}

async function insertRows(
  tx: Transaction,
  { id, total }: Pick<ReadImport, "id" | "total">,
  rows: readonly JudgedRow[],
): Promise<void> {
  const given = rows.map(({ error, ...row }, i) => {
    const shown = error instanceof HoplogError ? { errorType: error.type, errorMessage: errorLine(error) } : {};
    return { ...row, ...shown, position: total + i + 1 };
  });
  await tx.execute(
    `INSERT INTO link_import_row (import_id, position, row, key, name, original_url, short_url, verdict, link, losses,
       code_key, external_id, error_type, error_message)
     SELECT ?::uuid, position, row, key, name, "originalUrl", "shortUrl", verdict, link, losses,
       "codeKey", "externalId", "errorType", "errorMessage"
     FROM jsonb_to_recordset(?::jsonb) AS given (position integer, row integer, key text, name text, "originalUrl" text,
       "shortUrl" text, verdict text, link jsonb, losses jsonb, "codeKey" text, "externalId" text, "errorType" text, "errorMessage" text)`,
    [id, JSON.stringify(given)],
    "run",
  );
}

/** How many links lose something of each kind. */
function lossesOf(rows: readonly JudgedRow[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { verdict, losses } of rows) {
    if (verdict !== "create") continue;
    for (const kind of new Set(losses.map((loss) => loss.kind))) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}
