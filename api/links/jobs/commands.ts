import { type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import { conflictError, validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { authorize, authorizeOwn } from "../../kernel/access/authorize.ts";
import { type Actor, originOf } from "../../kernel/calls/actor.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { readRows } from "../../kernel/database/reads.ts";
import type { CommandOrigin } from "../../kernel/eventstore/audit.ts";
import { requireInUse } from "../../accounts/outlets/record.ts";
import { execute, rowsOf } from "../../kernel/database/statements.ts";
import { prepareEdit } from "../core/edit.ts";
import type { LinkFilter } from "../core/filter.ts";
import { requireGroup } from "../core/groupOfLink.ts";
import { findPlaces } from "../core/place.ts";
import { matchingIds } from "../core/queries.ts";
import { utmRulesOf } from "../core/utmOfLink.ts";
import { type GivenChange, parseJobChange, refuseUnstorable } from "./change.ts";
import { forgetJobsOf } from "./forget.ts";
import type { LinkJob, LinkJobChange } from "./job.ts";
import { getJob } from "./queries.ts";
import type { LinkJobServices } from "./services.ts";
import { refuseUtmChange } from "./utmChange.ts";

export interface NewLinkJob {
  /** Ids of links; those of other workspaces fail individually. */
  readonly linkIds?: readonly string[] | null | undefined;
  /** A filter: selects all links that match at the start of the job. */
  readonly filter?: LinkFilter | null | undefined;
  readonly change: GivenChange;
}

/**
 * Starts a background job that changes up to 10,000 links one by one. Throws VALIDATION_ERROR, also if no link or too
 * many match; NOT_FOUND_ERROR for the group; CONFLICT_ERROR while too many jobs are running; RATE_LIMIT_ERROR.
 */
export async function startJob(
  services: LinkJobServices,
  actor: Actor,
  { linkIds, filter, change: given }: NewLinkJob,
): Promise<LinkJob> {
  const ownerId = authorizeOwn(actor, "links:write");
  if (Boolean(linkIds) === Boolean(filter)) {
    throw validationError([{ field: "urlIds", message: "Provide either IDs of links or a filter" }]);
  }
  const change = parseJobChange(given);
  // Checks the limits before any lookup or hashing, so that a refused job costs nothing. The transaction checks them
  // again.
  refuseMore(await readRows<Jobs>(services.reads, jobsUnderWay(ownerId)));
  // The job creates missing tags.
  if (change.addTags?.length || change.edit?.tags?.length) authorizeOwn(actor, "tags:write");
  if (change.edit) {
    await prepareEdit(services, actor, change.edit);
    refuseUnstorable(change.edit);
  }
  if (change.edit?.domain !== undefined) await requireDomain(services, ownerId, change.edit.domain);
  if (change.utm) refuseUtmChange(await utmRulesOf(services, ownerId), change.utm);
  await services.limits.creation(actor.address, actor.userId);
  const ids = filter
    ? await matchingIds(services, actor, filter, limits.linkJobMax + 1)
    : [...new Set(linkIds?.map((id) => id.toLowerCase()))];
  if (ids.length === 0 || ids.length > limits.linkJobMax) {
    const field = filter ? "filter" : "urlIds";
    const message =
      ids.length === 0
        ? filter
          ? "No link matches the filter"
          : "Provide at least one ID"
        : `A job can change at most ${limits.linkJobMax} links. Provide fewer IDs, or narrow the filter`;
    throw validationError([{ field, message }]);
  }
  const groupId = change.edit?.groupId;
  return addJob(services, actor, { ownerId, change, undoes: null }, async (tx, id) => {
    if (groupId) await requireGroup(tx, actor, groupId);
    return insertLinks(
      tx,
      id,
      sql`SELECT id, position FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS given (id, position)`,
    );
  });
}

/**
 * Starts a job that reverts another one, except for links on which a field that the other job changed was changed
 * again. Throws NOT_FOUND_ERROR; VALIDATION_ERROR for a job that is still running, deleted its links, only removed
 * passwords, changed no link, or is an undo itself; CONFLICT_ERROR if it was already undone, or while too many jobs are
 * running.
 */
export async function undoJob(services: LinkJobServices, actor: Actor, id: string): Promise<LinkJob> {
  const job = await getJob(services, actor, id, "links:write");
  if (job.change.delete) throw refused("Deleted links can't be restored");
  if (isPasswordAlone(job.change)) throw refused("Removed passwords can't be restored");
  if (job.undoes !== null) throw refused("A job that reverts another job can't be reverted");
  if (job.endedAt === null) throw refused("This job is still running. Wait until it ends, or cancel it first");
  if (job.done === 0) throw refused("This job has not changed any link");
  return addJob(services, actor, { ownerId: job.ownerId, change: job.change, undoes: id }, async (tx, undoId) => {
    const others = await rowsOf(tx, sql`SELECT id FROM link_job WHERE undoes = ${id} AND NOT is_cancelled`);
    if (others.length > 1) throw conflictError("id", "This job has already been reverted");
    // A cancelled undo has already reverted some of the links.
    return insertLinks(
      tx,
      undoId,
      sql`SELECT link_id AS id, row_number() OVER (ORDER BY position) AS position FROM link_job_link AS was
       WHERE job_id = ${id} AND outcome = 'done' AND NOT EXISTS (SELECT FROM link_job_link AS undone
         JOIN link_job ON link_job.id = job_id
         WHERE undoes = ${id} AND undone.link_id = was.link_id AND undone.outcome = 'done')`,
    );
  });
}

/** Whether a job only removes passwords, whose hashes were deleted. */
function isPasswordAlone({ edit = {}, ...others }: LinkJobChange): boolean {
  return Object.keys(others).length === 0 && Object.keys(edit).every((name) => name === "password");
}

/**
 * Cancels a job: completed changes remain, the others are skipped. Has no effect on a completed job. Throws
 * NOT_FOUND_ERROR.
 */
export async function cancelJob(services: LinkJobServices, actor: Actor, id: string): Promise<LinkJob> {
  authorizeOwn(actor, "links:write");
  await services.eventStore.unitOfWork(async (tx) => {
    const [job] = await rowsOf<{ ownerId: string; endedAt: Date | null }>(
      tx,
      sql`SELECT owner_id AS "ownerId", ended_at AS "endedAt" FROM link_job WHERE id = ${id} FOR UPDATE`,
    );
    authorize(actor, "links:write", { type: "link job", workspaceId: job?.ownerId ?? null });
    if (job?.endedAt) return;
    await execute(
      tx,
      sql`UPDATE link_job SET is_cancelled = true, ended_at = ${services.now()}, origin = NULL WHERE id = ${id}`,
    );
    await audit(services, tx, originOf(services, actor), "CancelLinkJob", id);
  });
  return getJob(services, actor, id);
}

/** Throws VALIDATION_ERROR for a domain that the workspace can't use; otherwise each link of the job would fail. */
async function requireDomain(services: LinkJobServices, ownerId: string, domain: string | null): Promise<void> {
  const found = (await findPlaces(services, ownerId))(domain);
  if ("problem" in found) throw validationError([{ field: "domain", message: found.problem }]);
}

interface AddedJob {
  readonly ownerId: string;
  readonly change: LinkJobChange;
  readonly undoes: string | null;
}

/** Adds a job; `fill` inserts its links and returns their number. */
async function addJob(
  services: LinkJobServices,
  actor: Actor,
  { ownerId, change, undoes }: AddedJob,
  fill: (tx: Transaction, id: string) => Promise<number>,
): Promise<LinkJob> {
  const id = services.newId();
  // The whole job has one command id, so that histories and the audit log show one command.
  const { meta, address, requestId, call } = originOf({ newId: () => id }, actor);
  await services.eventStore.unitOfWork(async (tx) => {
    // Checks the limits again, because finding the links takes a while.
    await requireInUse(tx, actor.credential);
    // Takes a lock, because otherwise two concurrent calls could both start the last allowed job.
    await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended('hoplog link jobs ' || ${ownerId}, 0))`);
    refuseMore(await rowsOf<Jobs>(tx, jobsUnderWay(ownerId)));
    await execute(
      tx,
      sql`INSERT INTO link_job (id, owner_id, undoes, change, origin, total, created_at)
       VALUES (${id}, ${ownerId}, ${undoes}, ${JSON.stringify(change)}::jsonb,
         ${JSON.stringify({ meta, address, requestId })}::jsonb, 1, ${services.now()})`,
    );
    const total = await fill(tx, id);
    if (total === 0) throw refused("All changes of this job have already been reverted");
    await execute(tx, sql`UPDATE link_job SET total = ${total} WHERE id = ${id}`);
    await forgetJobsOf(tx, ownerId);
    await audit(services, tx, { meta, address, call }, undoes === null ? "StartLinkJob" : "UndoLinkJob", id, {
      links: total,
    });
  });
  services.linkJobAdded();
  return getJob(services, actor, id);
}

async function insertLinks(tx: Transaction, jobId: string, chosen: Sql): Promise<number> {
  return execute(
    tx,
    sql`INSERT INTO link_job_link (job_id, position, link_id) SELECT ${jobId}::uuid, position, id FROM (${chosen}) AS chosen`,
  );
}

interface Jobs {
  readonly jobs: number;
}

const jobsUnderWay = (ownerId: string) =>
  sql`SELECT count(*)::int AS jobs FROM link_job WHERE owner_id = ${ownerId} AND ended_at IS NULL`;

/** Throws CONFLICT_ERROR if the maximum number of jobs is running. */
function refuseMore([row]: readonly Jobs[]): void {
  if ((row?.jobs ?? 0) < limits.linkJobsAtOnce) return;
  throw conflictError("change", `At most ${limits.linkJobsAtOnce} jobs can run at a time. Wait until one ends`);
}

function refused(message: string) {
  return validationError([{ field: "id", message }]);
}

async function audit(
  services: LinkJobServices,
  tx: Transaction,
  origin: CommandOrigin,
  action: string,
  id: string,
  detail: { readonly links?: number } = {},
): Promise<void> {
  await services.eventStore.audit(tx, origin, { action, resource: { type: "link job", id }, detail });
}
