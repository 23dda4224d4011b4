import { sql } from "@hoplog/platform/postgres/sql.js";
import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import { notBanned } from "../../kernel/access/notBanned.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { apis } from "./apis/apis.ts";
import type { VisitsApi } from "./apis/sourceApi.ts";
import { fetchVisits, SourceFailure, nextTry } from "./fetchSource.ts";
import type { ImportWork, SourceAccess } from "./services.ts";
import { type Link, mostOf, type Page, pageSchema, restOf, sumOf } from "./visits/bounds.ts";
import { visitRows } from "./visits/visitRows.ts";
import { type LinkRows, writeVisits } from "./visits/writeVisits.ts";

type Services = ImportWork & SourceAccess & ClickHouse;

/** Number of links with only visit counts per insert. */
const chunkSize = 500;

interface Job {
  readonly id: string;
  readonly ownerId: string;
  readonly source: ImportSource;
  readonly address: string | null;
  readonly secret: Uint8Array | null;
  readonly failures: number;
  readonly createdAt: Date;
  readonly visitsTo: number;
  readonly page: unknown;
  readonly problem: string | null;
}

/** The result of a step, and where the next one continues. */
interface Step {
  readonly links: readonly LinkRows[];
  /** Number of links whose visits are complete, and the position of the last such link. */
  readonly done: number;
  readonly to: number;
  readonly page: Page | null;
  readonly isLast: boolean;
}

/**
 * Imports the next visits of the import that has waited the longest: a page of one link's visits if its source has an
 * API for visits, otherwise the counts of many links. Requests run outside of any transaction. Visits are stored before
 * the progress, and a repeated step replaces its rows, so no visit is lost or duplicated. Returns whether there was
 * work to do.
 */
export async function importVisits(services: Services): Promise<boolean> {
  const { rows } = await services.reads.query<Job>(
    sql`SELECT id, owner_id AS "ownerId", source, address, secret, failures, created_at AS "createdAt", visits_to AS "visitsTo",
       visits_page AS page, visits_problem AS problem
     FROM link_import WHERE visits_state = 'running' AND ${notBanned("owner_id")} AND (waits_until IS NULL
       OR waits_until <= ${services.now()})
     ORDER BY worked_at NULLS FIRST, created_at LIMIT 1`,
  );
  const [job] = rows;
  if (!job) return false;
  try {
    const step = await nextStep(services, job);
    await within(services, job, (tx) => note(services, tx, job, step));
  } catch (error) {
    // All other errors are our own, such as an outage of ClickHouse, and don't count against the import.
    const failure = error instanceof SourceFailure ? error : new SourceFailure("An internal error occurred", 30);
    if (failure !== error) services.logger.warn({ err: error }, "could not store visits of an import");
    await within(services, job, (tx) => postpone(services, tx, job, failure));
  }
  return true;
}

async function nextStep(services: Services, job: Job): Promise<Step> {
  const api = job.problem === null && job.secret !== null ? apis[job.source]?.visits : undefined;
  const links = await createdLinksAfter(services, job, api ? 1 : chunkSize);
  const [link] = links;
  if (!link) return { links: [], done: 0, to: job.visitsTo, page: null, isLast: true };
  const page = pageSchema.nullable().parse(job.page);
  const first = page?.position === link.position ? page : null;
  if (api) return fetchStep(services, job, api, link, first);
  // The first link may already have some visits, from before requests to the source were stopped.
  const rows = links.map((one) => ({
    linkId: one.linkId,
    ordinal: one === link ? (first?.ordinal ?? 0) : 0,
    rows: restOf(one, one === link ? (first?.brought ?? 0) : 0),
  }));
  const to = links.at(-1)?.position ?? job.visitsTo;
  return { links: rows, done: links.length, to, page: null, isLast: links.length < chunkSize };
}

/** Returns the next links that the import has created, that have visits, and that still exist. */
async function createdLinksAfter(services: Services, job: Job, limit: number): Promise<readonly Link[]> {
  const { rows } = await services.reads.query<Link>(
    sql`SELECT one.position, one.link -> 'visits' AS visits, imported.link_id AS "linkId"
     FROM link_import_row AS one JOIN imported_link AS imported
       ON imported.owner_id = ${job.ownerId} AND imported.source = ${job.source} AND imported.key = one.key
         AND imported.import_id = one.import_id
     WHERE one.import_id = ${job.id} AND one.position > ${job.visitsTo} AND one.link -> 'visits' IS NOT NULL
       ORDER BY one.position LIMIT ${limit}`,
  );
  return rows;
}

async function fetchStep(services: Services, job: Job, api: VisitsApi, link: Link, page: Page | null): Promise<Step> {
  const key = job.secret && services.importSecrets.open(job.id, job.secret);
  if (key === null) throw new SourceFailure("The stored API key can't be decrypted", undefined);
  const { ordinal = 0, brought = 0, cursor = null, pages = 0 } = page ?? {};
  const asked = { address: job.address ?? "", key, cursor, now: services.now() };
  const visited = { sourceId: link.visits.sourceId, until: job.createdAt };
  const answer = await fetchVisits(services.importRequest, api, asked, visited).catch((error: unknown) => {
    // The link no longer exists at the source; only its visit count is known.
    if (error instanceof SourceFailure && error.isMissing) return { visits: [], next: null };
    throw error;
  });
  const rows = visitRows(answer.visits, services.now());
  const sum = sumOf(rows);
  if (sum > importLimits.visitsMax)
    throw new SourceFailure("The source reports more visits than an import can store", null);
  const all = brought + sum;
  const { position, linkId } = link;
  if (answer.next !== null && rows.length > 0 && pages + 1 < importLimits.visitPages && all <= mostOf(link)) {
    const next = { position, cursor: answer.next, ordinal: ordinal + rows.length, brought: all, pages: pages + 1 };
    return { links: [{ linkId, ordinal, rows }], done: 0, to: job.visitsTo, page: next, isLast: false };
  }
  const whole = [...rows, ...restOf(link, all)];
  return { links: [{ linkId, ordinal, rows: whole }], done: 1, to: position, page: null, isLast: false };
}

/** Runs the work in a transaction if the import has not progressed in the meantime. */
async function within(services: Services, job: Job, work: (tx: Transaction) => Promise<void>): Promise<void> {
  await services.eventStore.unitOfWork(async (tx) => {
    const same = await rowsOf(
      tx,
      sql`SELECT id FROM link_import WHERE id = ${job.id} AND visits_state = 'running' AND visits_to = ${job.visitsTo}
         AND visits_page IS NOT DISTINCT FROM ${job.page === null ? null : JSON.stringify(job.page)}::jsonb FOR UPDATE`,
    );
    if (same.length > 0) await work(tx);
  });
}

async function note(
  services: Services,
  tx: Transaction,
  job: Job,
  { links, done, to, page, isLast }: Step,
): Promise<void> {
  // A concurrent deletion of one of the links waits until its visits are stored, and then erases them.
  const there = await rowsOf<{ linkId: string }>(
    tx,
    sql`SELECT link_id AS "linkId" FROM imported_link
     WHERE link_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(links.map(({ linkId }) => linkId))}::jsonb)::uuid) FOR SHARE`,
  );
  const known = new Set(there.map(({ linkId }) => linkId));
  const kept = links.filter(({ linkId }) => known.has(linkId));
  await writeVisits(services.clickhouse, job, kept);
  await execute(
    tx,
    sql`UPDATE link_import SET visits_to = ${to}, visits_page = ${page && JSON.stringify(page)}::jsonb,
      visits_done = visits_done + ${done},
      visits_brought = visits_brought + ${kept.reduce((sum, { rows }) => sum + sumOf(rows), 0)},
       visits_state = CASE WHEN ${isLast} THEN 'done' ELSE visits_state END,
         secret = CASE WHEN ${isLast} THEN NULL ELSE secret END,
       failures = 0, waits_until = NULL, worked_at = ${services.now()}
     WHERE id = ${job.id}`,
  );
}

/**
 * Postpones the next request; a source that fails repeatedly is not requested again, and the remaining visits are
 * imported as counts.
 */
async function postpone(
  services: Services,
  tx: Transaction,
  { id, failures }: Job,
  { message, retryAfter }: SourceFailure,
): Promise<void> {
  const now = services.now();
  const { failed, at } = nextTry(now, failures, retryAfter);
  const isFinal = at === null;
  await execute(
    tx,
    sql`UPDATE link_import SET failures = ${isFinal ? 0 : failed}, waits_until = ${at}, worked_at = ${now},
      visits_problem = CASE WHEN ${isFinal} THEN ${message} ELSE visits_problem END,
       secret = CASE WHEN ${isFinal} THEN NULL ELSE secret END
     WHERE id = ${id}`,
  );
}
