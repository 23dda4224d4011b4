import { sql } from "@hoplog/platform/postgres/sql.js";
import { eventMetaSchema } from "@hoplog/schema/events/envelope.js";
import { type ErrorType, HoplogError } from "@hoplog/schema/errors.js";
import { DeadlockException } from "@mikro-orm/core";
import { z } from "zod";
import { notBanned } from "../../kernel/access/notBanned.ts";
import { errorLine, internalErrorText } from "../../kernel/calls/shownErrors.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { StreamChanged } from "../../kernel/eventstore/stream.ts";
import { prepareEdit, type PreparedEdit } from "../core/edit.ts";
import { eraseLinks } from "../core/eraseLinks.ts";
import { ensureTags } from "../tags/commands.ts";
import { changeLink, type Given, undoLink } from "./changeLink.ts";
import type { LinkJobChange, Outcome } from "./job.ts";
import type { JobWork } from "./services.ts";

/** Links per transaction: few, so that a concurrent edit of one of them hardly waits. */
const chunkSize = 50;

/** The origin of a job has a user, because only users start jobs. */
const originSchema = z.object({
  meta: eventMetaSchema.extend({ userId: z.uuid() }),
  address: z.string().nullable(),
  requestId: z.string().optional(),
});

interface JobRow {
  readonly id: string;
  readonly ownerId: string;
  readonly undoes: string | null;
  readonly change: LinkJobChange;
  readonly origin: unknown;
}

interface Result {
  readonly position: number;
  readonly outcome: Outcome;
  readonly error: { readonly type: ErrorType; readonly message: string } | null;
}

interface ChunkOptions {
  /** The job to process; by default the one that has waited the longest. */
  readonly id?: string;
  readonly onLink?: (linkId: string) => void;
}

/**
 * Changes the next links of the job that has waited the longest, and records the results in the same transaction, so
 * that a killed process leaves either changes and results, or neither. Returns whether there was a job.
 */
export async function workChunk(services: JobWork, { id, onLink }: ChunkOptions = {}): Promise<boolean> {
  let deleted = false;
  const worked = await services.eventStore.unitOfWork(async (tx) => {
    deleted = false;
    const [job] = await rowsOf<JobRow>(
      tx,
      sql`SELECT id, owner_id AS "ownerId", undoes, change, origin FROM link_job
       WHERE ${id === undefined ? sql`true` : sql`id = ${id}`} AND ended_at IS NULL AND ${notBanned("owner_id")}
       ORDER BY worked_at NULLS FIRST, created_at LIMIT 1 FOR UPDATE`,
    );
    if (!job) return false;
    const next = await rowsOf<{ position: number; linkId: string }>(
      tx,
      sql`SELECT position, link_id AS "linkId" FROM link_job_link WHERE job_id = ${job.id} AND outcome IS NULL
       ORDER BY position LIMIT ${chunkSize}`,
    );
    const given = givenOf(job);
    const prepared = job.undoes === null ? await preparedOf(services, tx, given, job.change) : null;
    const results: Result[] = [];
    const gone: string[] = [];
    for (const { position, linkId } of next) {
      onLink?.(linkId);
      const result = await resultOf(services, tx, (inner) => {
        if (job.undoes !== null) return undoLink(services, inner, given, linkId, job.undoes);
        if (prepared instanceof HoplogError) throw prepared;
        return changeLink(services, inner, given, linkId, job.change, prepared);
      });
      results.push({ position, ...result });
      if (job.change.delete && result.outcome === "done") gone.push(linkId);
    }
    if (gone.length > 0) await eraseLinks(tx, job.ownerId, gone, services.now());
    deleted = gone.length > 0;
    await note(tx, job.id, results, services.now(), next.length < chunkSize);
    return true;
  });
  if (deleted) services.erasures.notify();
  return worked;
}

/**
 * Returns the job's sender with exactly the permissions that a job needs, regardless of the sender's other permissions.
 */
function givenOf({ ownerId, origin }: JobRow): Given {
  const { meta, ...call } = originSchema.parse(origin);
  const permissions = new Set([
    "links:read",
    "links:create",
    "links:write",
    "groups:read",
    "tags:read",
    "tags:write",
  ] as const);
  return {
    member: { userId: meta.userId, workspaceId: ownerId, role: "owner", permissions },
    origin: { meta, ...call },
  };
}

/**
 * Validates the job's edit again. Returns the error for a problem that arose after the job was started: it fails each
 * link.
 */
async function preparedOf(
  services: JobWork,
  tx: Transaction,
  given: Given,
  { edit, addTags, removeTags }: LinkJobChange,
): Promise<PreparedEdit | HoplogError | null> {
  const isTagged = addTags || removeTags;
  if (!edit && !isTagged) return null;
  try {
    const prepared = edit
      ? await prepareEdit(services, given.member, edit)
      : { input: {}, changes: {}, hasDomains: false };
    // Creates tags before it locks any link, because all code that creates tags uses this order.
    await ensureTags(services, tx, given, prepared.changes.tags ?? addTags ?? []);
    return isTagged ? { ...prepared, tags: { add: addTags ?? [], remove: removeTags ?? [] } } : prepared;
  } catch (error) {
    if (error instanceof HoplogError) return error;
    throw error;
  }
}

/** Runs the work of one link in a savepoint, so that a failure rolls back only that link. */
async function resultOf(
  services: JobWork,
  tx: Transaction,
  work: (inner: Transaction) => Promise<boolean>,
): Promise<Omit<Result, "position">> {
  try {
    const changed = await tx.transactional(work);
    return { outcome: changed ? "done" : "unchanged", error: null };
  } catch (error) {
    // A concurrent command changed the stream: the whole chunk is retried.
    if (error instanceof StreamChanged || error instanceof DeadlockException) throw error;
    if (error instanceof HoplogError) {
      return { outcome: "failed", error: { type: error.type, message: errorLine(error) } };
    }
    services.logger.error({ err: error }, "a link job could not change a link");
    return { outcome: "failed", error: { type: "INTERNAL_ERROR", message: internalErrorText } };
  }
}

async function note(tx: Transaction, jobId: string, results: readonly Result[], now: Date, isLast: boolean) {
  await execute(
    tx,
    sql`UPDATE link_job_link AS one SET outcome = result.outcome, error_type = result."errorType",
      error_message = result."errorMessage"
     FROM jsonb_to_recordset(${JSON.stringify(
       results.map(({ position, outcome, error }) => {
         return { position, outcome, errorType: error?.type, errorMessage: error?.message };
       }),
     )}::jsonb) AS result (position integer, outcome text, "errorType" text, "errorMessage" text)
     WHERE job_id = ${jobId} AND one.position = result.position`,
  );
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length;
  await execute(
    tx,
    sql`UPDATE link_job SET done = done + ${count("done")}, unchanged = unchanged + ${count("unchanged")},
      failed = failed + ${count("failed")}, worked_at = ${now},
       ended_at = CASE WHEN ${isLast} THEN ${now}::timestamptz END, origin = CASE WHEN ${isLast} THEN NULL ELSE origin END
         WHERE id = ${jobId}`,
  );
}
