import { sql } from "@hoplog/platform/postgres/sql.js";
import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import { z } from "zod";
import { notBanned } from "../../kernel/access/notBanned.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { findPlaces } from "../core/place.ts";
import { apis } from "./apis/apis.ts";
import type { SourcePage } from "./apis/sourceApi.ts";
import { fetchSource, SourceFailure, nextTry } from "./fetchSource.ts";
import { type ColumnCounts, countColumns, problemOfColumns } from "./columns.ts";
import { planRows } from "./planRows.ts";
import { addRows, endUnreadable } from "./readPart.ts";
import { problemOfRoom } from "./room.ts";
import { loadUsedKeys, storeNewTags } from "./usedKeys.ts";
import type { ImportWork, SourceAccess } from "./services.ts";
import { planOf } from "./sources/columnPlan.ts";
import { readers } from "./sources/readers.ts";

interface Fetched {
  readonly id: string;
  readonly ownerId: string;
  readonly source: ImportSource;
  readonly domain: string | null;
  readonly name: string | null;
  readonly address: string;
  readonly cursor: string | null;
  readonly secret: Uint8Array;
  readonly total: number;
  readonly failures: number;
  readonly reading: unknown;
  readonly columns: ColumnCounts;
}

/** The stored progress of pages; imports of files store their reading progress in the same column. */
const pagesSchema = z.object({ read: z.int(), withoutNew: z.int() });

/**
 * Requests the next page of links for the import that has waited the longest, and stores the verdicts on its links. The
 * request runs outside of any transaction; its result is discarded if the import has progressed or ended meanwhile.
 * Returns whether there was an import.
 */
export async function fetchPage(services: ImportWork & SourceAccess): Promise<boolean> {
  const { rows } = await services.reads.query<Fetched>(
    sql`SELECT id, owner_id AS "ownerId", source, domain, name, address, cursor, secret, total, failures, reading, columns
      FROM link_import
     WHERE state = 'reading' AND secret IS NOT NULL AND ${notBanned("owner_id")} AND (waits_until IS NULL
       OR waits_until <= ${services.now()})
     ORDER BY worked_at NULLS FIRST, created_at LIMIT 1`,
  );
  const [job] = rows;
  if (!job) return false;
  try {
    const page = await pageOf(services, job);
    await within(services, job, (tx) => add(services, tx, job, page));
  } catch (error) {
    const failure = error instanceof SourceFailure ? error : new SourceFailure("An internal error occurred", null);
    if (failure !== error) services.logger.error({ err: error }, "could not read a page of an import");
    await within(services, job, (tx) => postpone(services, tx, job, failure));
  }
  return true;
}

async function pageOf(services: ImportWork & SourceAccess, job: Fetched): Promise<SourcePage> {
  const api = apis[job.source];
  const key = services.importSecrets.open(job.id, job.secret);
  if (!api || key === null)
    throw new SourceFailure("The stored API key can't be decrypted. Create a new import", undefined);
  return fetchSource(services.importRequest, api, { ...job, key, now: services.now() });
}

/** Runs the work in a transaction if the import has not progressed in the meantime. */
async function within(
  services: ImportWork,
  { id, cursor }: Fetched,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await services.eventStore.unitOfWork(async (tx) => {
    const same = await rowsOf(
      tx,
      sql`SELECT id FROM link_import WHERE id = ${id} AND state = 'reading' AND cursor IS NOT DISTINCT
        FROM ${cursor}::text FOR UPDATE`,
    );
    if (same.length > 0) await work(tx);
  });
}

async function add(services: ImportWork, tx: Transaction, job: Fetched, { records, next }: SourcePage): Promise<void> {
  if (job.total + records.length > importLimits.linksMax) {
    await endUnreadable(services, tx, job.id, `An import can have at most ${importLimits.linksMax} links`);
    return;
  }
  const given = records.map((record, i) => ({ row: job.total + i + 1, record }));
  const reader = readers[job.source];
  const columns = countColumns(job.columns, [], given, reader);
  const tooMany = problemOfColumns(columns);
  if (tooMany !== null) {
    await endUnreadable(services, tx, job.id, tooMany);
    return;
  }
  const findPlace = await findPlaces(services, job.ownerId);
  const context = {
    findPlace,
    domain: job.domain ?? undefined,
    now: services.now(),
    visits: apis[job.source]?.visits ?? null,
  };
  const usedKeys = await loadUsedKeys(tx, job);
  const scope = { ...job, reader, plan: planOf(reader.columns) };
  const planned = await planRows(services, tx, scope, given, context, usedKeys);
  await storeNewTags(tx, job.id, usedKeys);
  // Pages shift while links are created at the source, so repeated links are normal.
  const rows = planned.filter(({ isRepeated }) => !isRepeated);
  const isLast = next === null;
  if (isLast && job.total + rows.length === 0) {
    await endUnreadable(services, tx, job.id, "The source has no links");
    return;
  }
  const before = pagesSchema.nullable().parse(job.reading) ?? { read: 0, withoutNew: 0 };
  const [read, withoutNew] = [before.read + 1, rows.length > 0 ? 0 : before.withoutNew + 1];
  // There may be many empty pages, for an account whose lists have no links.
  const pagesMax = records.length > 0 ? importLimits.repeatedPages : importLimits.emptyPages;
  if (!isLast && (withoutNew >= pagesMax || read >= importLimits.pagesMax)) {
    const problem = `${withoutNew} pages in a row had no new link`;
    await endUnreadable(
      services,
      tx,
      job.id,
      `The import was stopped, because the source does not end: ${withoutNew >= pagesMax ? problem : `${read} pages`}`,
    );
    return;
  }
  await addRows(services, tx, job, rows, isLast);
  const noRoom = await problemOfRoom(services, tx, job);
  if (noRoom !== null) {
    await endUnreadable(services, tx, job.id, noRoom);
    return;
  }
  await execute(
    tx,
    sql`UPDATE link_import SET cursor = ${next}, reading = ${JSON.stringify({ read, withoutNew })}::jsonb,
      columns = ${JSON.stringify(columns)}::jsonb, waits_until = NULL, failures = 0 WHERE id = ${job.id}`,
  );
}

async function postpone(
  services: ImportWork,
  tx: Transaction,
  { id, failures }: Fetched,
  { message, retryAfter }: SourceFailure,
): Promise<void> {
  const now = services.now();
  const { failed, at } = nextTry(now, failures, retryAfter);
  if (at === null) {
    await endUnreadable(services, tx, id, message);
    return;
  }
  await execute(
    tx,
    sql`UPDATE link_import SET failures = ${failed}, waits_until = ${at}, worked_at = ${now} WHERE id = ${id}`,
  );
}
