import { HoplogError } from "@hoplog/schema/errors.js";
import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import { errorLine } from "../calls/errorLine.ts";
import type { Transaction } from "../database/orm.ts";
import { ensureGroups } from "../groups/ensureGroups.ts";
import { readNewLink } from "../links/create.ts";
import { links } from "../links/decide.ts";
import type { NewLink } from "../links/input.ts";
import { findPlaces } from "../links/place.ts";
import type { FittingLink } from "./fit.ts";
import { type Giver, giverOf } from "./giver.ts";
import { makeAnyway } from "./makeAnyway.ts";
import { noteLosses } from "./noteLosses.ts";
import type { ImportWork } from "./services.ts";
import type { Loss } from "./sources/sourceLink.ts";

export interface MadeImport {
  readonly id: string;
  readonly ownerId: string;
  readonly source: ImportSource;
  readonly origin: unknown;
  readonly madeTo: number;
}

/** Links of one statement: enough for the speed of many, and over in well below a second. */
export const chunkSize = 500;

interface Row {
  readonly position: number;
  readonly key: string;
  readonly link: FittingLink;
  readonly losses: readonly Loss[];
}

/**
 * Makes the next links of an import. They are made in a statement of their own, which remembers what they were made of: a
 * process that ends before the rest is written makes none of them again. Part of a unit of work.
 */
export async function makeLinks(services: ImportWork, tx: Transaction, job: MadeImport): Promise<void> {
  const next = await tx.execute<Row[]>(
    `SELECT position, key, link, losses FROM link_import_row WHERE import_id = ? AND position > ? AND verdict = 'create' AND link IS NOT NULL
     ORDER BY position LIMIT ?`,
    [job.id, job.madeTo, chunkSize],
  );
  const before = await madeBefore(services, job, next);
  const open = next.filter(({ key }) => !before.has(key));
  const giver = giverOf(job.ownerId, job.origin);
  const names = open.flatMap(({ link }) => (link.group === "" ? [] : link.group));
  // In a transaction of its own: the statement that makes the links must see the groups.
  const groups = await services.eventStore.unitOfWork((own) =>
    ensureGroups(services, own, { member: giver.actor, origin: giver.origin }, names),
  );
  const findPlace = await findPlaces(services, job.ownerId);
  const wanted = open.map((row) => newLinkOf(services, job, row, groups, findPlace));
  const colours = new Map(open.flatMap(({ link }) => Object.entries(link.tagColours ?? {})));
  const made = await makeAnyway(services, giver, wanted, colours);
  const failures = made.flatMap(({ created: one }, i) =>
    one instanceof HoplogError ? [{ position: open[i]?.position, type: one.type, message: errorLine(one) }] : [],
  );
  await noteLosses(
    tx,
    job.id,
    open.map(({ position, losses }, i) => ({ position, before: losses, losses: made[i]?.losses ?? [] })),
  );
  await markFavourites(services, tx, job, giver, next);
  const elsewhere = next.filter(({ key }) => before.get(key) === "elsewhere").map(({ position }) => position);
  await note(services, tx, job, { next, failures, elsewhere });
}

/** What was made before: by this import, whose note was lost, or by another one. */
async function madeBefore(
  services: ImportWork,
  { id, ownerId, source }: MadeImport,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, "here" | "elsewhere">> {
  const { rows: found } = await services.reads.query<{ key: string; importId: string }>(
    `SELECT key, import_id AS "importId" FROM imported_link WHERE owner_id = $1 AND source = $2 AND key = ANY ($3::text[])`,
    [ownerId, source, rows.map(({ key }) => key)],
  );
  return new Map(found.map(({ key, importId }) => [key, importId === id ? "here" : "elsewhere"]));
}

/** Those that were made now, or before a process ended that has not come to this; for who imports them. */
async function markFavourites(
  services: ImportWork,
  tx: Transaction,
  { id, ownerId, source }: MadeImport,
  { actor, origin }: Giver,
  rows: readonly Row[],
): Promise<void> {
  const keys = rows.flatMap(({ key, link }) => (link.isFavourite ? key : []));
  if (keys.length === 0) return;
  const made = await tx.execute<{ linkId: string }[]>(
    `SELECT link_id AS "linkId" FROM imported_link
     WHERE owner_id = ? AND source = ? AND import_id = ? AND key IN (SELECT jsonb_array_elements_text(?::jsonb)) ORDER BY link_id`,
    [ownerId, source, id, JSON.stringify(keys)],
  );
  const at = services.now().toISOString();
  for (const { linkId } of made) {
    const mark = { type: "EditLink", linkId, by: actor, at, isFavourite: true } as const;
    await services.eventStore.execute(tx, links, linkId, mark, origin);
  }
}

function newLinkOf(
  services: ImportWork,
  { id: importId, source }: MadeImport,
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
    // What has become wrong since it was read: a URL has been listed, a domain is gone.
    if (error instanceof HoplogError) return error;
    throw error;
  }
}

interface Made {
  readonly next: readonly Row[];
  readonly failures: readonly object[];
  readonly elsewhere: readonly number[];
}

async function note(services: ImportWork, tx: Transaction, { id }: MadeImport, { next, failures, elsewhere }: Made) {
  if (failures.length > 0) {
    await tx.execute(
      `UPDATE link_import_row AS one SET error_type = failure.type, error_message = failure.message
       FROM jsonb_to_recordset(?::jsonb) AS failure (position integer, type text, message text)
       WHERE import_id = ? AND one.position = failure.position`,
      [JSON.stringify(failures), id],
      "run",
    );
  }
  if (elsewhere.length > 0) {
    await tx.execute(
      `UPDATE link_import_row SET verdict = 'exists', link = NULL
       WHERE import_id = ? AND position IN (SELECT jsonb_array_elements(?::jsonb)::integer)`,
      [id, JSON.stringify(elsewhere)],
      "run",
    );
  }
  const isLast = next.length < chunkSize;
  const now = services.now();
  await tx.execute(
    `UPDATE link_import SET made_to = greatest(made_to, ?), done = done + ?, failed = failed + ?, worked_at = ?,
       to_make = to_make - ?, existing = existing + ?,
       state = CASE WHEN ? THEN 'done' ELSE state END, ended_at = CASE WHEN ? THEN ?::timestamptz END,
       origin = CASE WHEN ? THEN NULL ELSE origin END,
       visits_state = CASE WHEN ? AND visits_links > 0 THEN 'running' ELSE visits_state END,
       secret = CASE WHEN ? AND visits_links = 0 THEN NULL ELSE secret END
     WHERE id = ?`,
    [
      next.at(-1)?.position ?? 0,
      next.length - failures.length - elsewhere.length,
      failures.length,
      now,
      elsewhere.length,
      elsewhere.length,
      isLast,
      isLast,
      now,
      isLast,
      isLast,
      isLast,
      id,
    ],
    "run",
  );
}
