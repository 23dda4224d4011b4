import { sql } from "@hoplog/platform/postgres/sql.js";
import { HoplogError } from "@hoplog/schema/errors.js";
import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import { errorLine } from "../../kernel/calls/shownErrors.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { ensureGroups } from "../groups/ensureGroups.ts";
import { readNewLink } from "../core/create.ts";
import { links } from "../core/decide.ts";
import type { NewLink } from "../core/input.ts";
import { findPlaces } from "../core/place.ts";
import type { AdaptedLinkData } from "./adaptLink.ts";
import { type ImportSender, senderOf } from "./sender.ts";
import { type Content, isSameLink, exactKeyOf } from "./identify.ts";
import { linkKey } from "@hoplog/schema/topics/links/key.js";
import { createDespiteConflicts } from "./createDespiteConflicts.ts";
import { noteLosses } from "./noteLosses.ts";
import type { ImportWork } from "./services.ts";
import type { Loss } from "./sources/sourceLink.ts";

export interface CreatedRows {
  readonly id: string;
  readonly ownerId: string;
  readonly source: ImportSource;
  readonly origin: unknown;
  readonly madeTo: number;
}

/** Links per statement: enough to be fast, and inserted in well below a second. */
export const chunkSize = 500;

interface Row extends Content {
  readonly position: number;
  readonly key: string;
  readonly link: AdaptedLinkData;
  readonly losses: readonly Loss[];
}

/**
 * Creates the next links of an import and records their source keys, outside `tx`. If the process ends before `tx` is
 * committed, the next run finds the keys and does not create the links again. Call it within a unit of work.
 */
export async function createRows(services: ImportWork, tx: Transaction, job: CreatedRows): Promise<void> {
  const rows = await rowsOf<Row>(
    tx,
    sql`SELECT position, key, link, losses, code_key AS "codeKey", original_url AS "originalUrl" FROM link_import_row
      WHERE import_id = ${job.id} AND position > ${job.madeTo} AND verdict = 'create' AND link IS NOT NULL
     ORDER BY position LIMIT ${chunkSize}`,
  );
  const { before, next } = await madeBefore(services, job, rows);
  const open = next.filter(({ key }) => !before.has(key));
  const sender = senderOf(job.ownerId, job.origin);
  const names = open.flatMap(({ link }) => (link.group === "" ? [] : link.group));
  // Creates groups in a separate transaction, because the statement that creates the links must see the groups.
  const groups = await services.eventStore.unitOfWork((own) =>
    ensureGroups(services, own, { member: sender.actor, origin: sender.origin }, names),
  );
  const findPlace = await findPlaces(services, job.ownerId);
  const wanted = open.map((row) => newLinkOf(services, job, row, groups, findPlace));
  const colours = new Map(open.flatMap(({ link }) => Object.entries(link.tagColours ?? {})));
  const made = await createDespiteConflicts(services, sender, wanted, colours);
  const failures = made.flatMap(({ created: one }, i) =>
    one instanceof HoplogError ? [{ position: open[i]?.position, type: one.type, message: errorLine(one) }] : [],
  );
  await noteLosses(
    tx,
    job.id,
    open.map(({ position, losses }, i) => ({ position, before: losses, losses: made[i]?.losses ?? [] })),
  );
  await markFavourites(services, tx, job, sender, next);
  await noteKeys(
    tx,
    job.id,
    next.filter(({ key }, i) => key !== rows[i]?.key),
  );
  const elsewhere = next.filter(({ key }) => before.get(key) === "elsewhere").map(({ position }) => position);
  await note(services, tx, job, { next, failures, elsewhere });
}

interface Known {
  readonly key: string;
  readonly importId: string;
  readonly domain: number;
  readonly code: string;
  readonly originalUrl: string;
}

interface Before {
  readonly next: readonly Row[];
  readonly before: ReadonlyMap<string, "here" | "elsewhere">;
}

/**
 * Finds rows whose links were created earlier: by this import, whose progress was lost, or by another one. A row whose
 * key was taken by another link since the dry run gets a new key.
 */
async function madeBefore(
  services: ImportWork,
  { id, ownerId, source }: CreatedRows,
  rows: readonly Row[],
): Promise<Before> {
  const keys = rows.flatMap((row) => [row.key, exactKeyIn(row)]);
  const { rows: found } = await services.reads.query<Known>(
    sql`SELECT key, import_id AS "importId", domain, code, original_url AS "originalUrl" FROM imported_link
      JOIN link ON link.id = link_id
     WHERE imported_link.owner_id = ${ownerId} AND source = ${source} AND key = ANY (${keys}::text[])`,
  );
  const known = new Map(found.map((one) => [one.key, { ...one, codeKey: linkKey(one) }]));
  const next = rows.map((row) => {
    const other = known.get(row.key);
    const isOther = other !== undefined && other.importId !== id && !isSameLink(other, row);
    return isOther ? { ...row, key: exactKeyIn(row) } : row;
  });
  const before = next.flatMap(({ key }): [string, "here" | "elsewhere"][] => {
    const made = known.get(key);
    return made ? [[key, made.importId === id ? "here" : "elsewhere"]] : [];
  });
  return { next, before: new Map(before) };
}

function exactKeyIn({ key, codeKey, originalUrl }: Row): string {
  return exactKeyOf(key, codeKey, originalUrl);
}

async function noteKeys(tx: Transaction, importId: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await execute(
    tx,
    sql`UPDATE link_import_row AS one SET key = changed.key
      FROM jsonb_to_recordset(${JSON.stringify(rows.map(({ position, key }) => ({ position, key })))}::jsonb) AS changed (position integer, key text)
     WHERE import_id = ${importId} AND one.position = changed.position`,
  );
}

/**
 * Marks favourites of the importing user among links created now, or created earlier by a process that ended before
 * marking them.
 */
async function markFavourites(
  services: ImportWork,
  tx: Transaction,
  { id, ownerId, source }: CreatedRows,
  { actor, origin }: ImportSender,
  rows: readonly Row[],
): Promise<void> {
  const keys = rows.flatMap(({ key, link }) => (link.isFavourite ? key : []));
  if (keys.length === 0) return;
  const made = await rowsOf<{ linkId: string }>(
    tx,
    sql`SELECT link_id AS "linkId" FROM imported_link
     WHERE owner_id = ${ownerId} AND source = ${source} AND import_id = ${id}
       AND key IN (SELECT jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)) ORDER BY link_id`,
  );
  const at = services.now().toISOString();
  for (const { linkId } of made) {
    const mark = { type: "EditLink", linkId, by: actor, at, isFavourite: true } as const;
    await services.eventStore.execute(tx, links, linkId, mark, origin);
  }
}

function newLinkOf(
  services: ImportWork,
  { id: importId, source }: CreatedRows,
  { key, link }: Row,
  groups: ReadonlyMap<string, string>,
  findPlace: Parameters<typeof readNewLink>[2],
): NewLink | HoplogError {
  const { input, group, createdAt, isActive, isArchived } = link;
  try {
    const groupId = groups.get(group.toLowerCase()) ?? null;
    const parsed = readNewLink(services, { ...input, groupId }, findPlace);
    const imported = { source, key, importId, ...(createdAt !== null && { createdAt }) };
    return { ...parsed, origin: { imported, isActive, isArchived } };
  } catch (error) {
    // An error that arose since the row was read: a URL was listed, a domain was removed.
    if (error instanceof HoplogError) return error;
    throw error;
  }
}

interface Made {
  readonly next: readonly Row[];
  readonly failures: readonly object[];
  readonly elsewhere: readonly number[];
}

async function note(services: ImportWork, tx: Transaction, { id }: CreatedRows, { next, failures, elsewhere }: Made) {
  if (failures.length > 0) {
    await execute(
      tx,
      sql`UPDATE link_import_row AS one SET error_type = failure.type, error_message = failure.message
       FROM jsonb_to_recordset(${JSON.stringify(failures)}::jsonb) AS failure (position integer, type text, message text)
       WHERE import_id = ${id} AND one.position = failure.position`,
    );
  }
  if (elsewhere.length > 0) {
    await execute(
      tx,
      sql`UPDATE link_import_row SET verdict = 'exists', link = NULL
       WHERE import_id = ${id} AND position IN (SELECT jsonb_array_elements(${JSON.stringify(elsewhere)}::jsonb)::integer)`,
    );
  }
  const isLast = next.length < chunkSize;
  const now = services.now();
  await execute(
    tx,
    sql`UPDATE link_import SET made_to = greatest(made_to, ${next.at(-1)?.position ?? 0}),
      done = done + ${next.length - failures.length - elsewhere.length}, failed = failed + ${failures.length}, worked_at = ${now},
       to_make = to_make - ${elsewhere.length}, existing = existing + ${elsewhere.length},
       state = CASE WHEN ${isLast} THEN 'done' ELSE state END, ended_at = CASE WHEN ${isLast} THEN ${now}::timestamptz END,
       origin = CASE WHEN ${isLast} THEN NULL ELSE origin END,
       visits_state = CASE WHEN ${isLast} AND visits_links > 0 THEN 'running' ELSE visits_state END,
       secret = CASE WHEN ${isLast} AND visits_links = 0 THEN NULL ELSE secret END
     WHERE id = ${id}`,
  );
}
