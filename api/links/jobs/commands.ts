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
import { type GivenChange, parseJobChange, refuseUnkept } from "./change.ts";
import { forgetJobsOf } from "./forget.ts";
import type { LinkJob, LinkJobChange } from "./job.ts";
import { getJob } from "./queries.ts";
import type { LinkJobServices } from "./services.ts";
import { refuseUtmChange } from "./utmChange.ts";

export interface NewLinkJob {
  /** These, whoever's they are: what isn't the workspace's fails by itself. */
  readonly linkIds?: readonly string[] | null | undefined;
  /** All that match now. */
  readonly filter?: LinkFilter | null | undefined;
  readonly change: GivenChange;
}

/**
 * Has up to 10,000 links changed in the background, each by itself. Throws VALIDATION_ERROR, also where no link or too many
 * match; NOT_FOUND_ERROR for the group; CONFLICT_ERROR while too many jobs are not over; RATE_LIMIT_ERROR.
 */
export async function startJob(
  services: LinkJobServices,
  actor: Actor,
  { linkIds, filter, change: given }: NewLinkJob,
): Promise<LinkJob> {
  const ownerId = authorizeOwn(actor, "links:write");
  if (Boolean(linkIds) === Boolean(filter)) {
    throw validationError([{ field: "urlIds", message: "Give either ids or a filter" }]);
  }
  const change = parseJobChange(given);
  // Before anything is looked up or hashed: a refused job costs nobody anything. In its transaction it is asked again.
  refuseMore(await readRows<Jobs>(services.reads, jobsUnderWay(ownerId)));
  // It makes the tags that aren't there.
  if (change.addTags?.length || change.edit?.tags?.length) authorizeOwn(actor, "tags:write");
  if (change.edit) {
    await prepareEdit(services, actor, change.edit);
    refuseUnkept(change.edit);
  }
  if (change.edit?.domain !== undefined) await requireDomain(services, ownerId, change.edit.domain);
  if (change.utm) refuseUtmChange(await utmRulesOf(services, ownerId), change.utm);
  await services.limits.creation(actor.address, actor.userId);
  const ids = filter
    ? await matchingIds(services, actor, filter, limits.linkJobMax + 1)
    : [...new Set(linkIds?.map((id) => id.toLowerCase()))];
  if (ids.length === 0 || ids.length > limits.linkJobMax) {
    const field = filter ? "filter" : "urlIds";
    const message = ids.length === 0 ? "No link is meant" : `A job changes at most ${limits.linkJobMax} links`;
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
 * Sets back what a job has changed, link by link, where nobody has changed the same since. Throws NOT_FOUND_ERROR;
 * VALIDATION_ERROR for a job that is not over, deleted its links or took away nothing but passwords, or is an undo itself; CONFLICT_ERROR for one that was undone
 * already, or while too many jobs are not over.
 */
export async function undoJob(services: LinkJobServices, actor: Actor, id: string): Promise<LinkJob> {
  const job = await getJob(services, actor, id, "links:write");
  if (job.change.delete) throw refused("What was deleted can't be brought back");
  if (isPasswordAlone(job.change)) throw refused("Passwords can't be brought back");
  if (job.undoes !== null) throw refused("An undo can't be undone");
  if (job.endedAt === null) throw refused("This job is not over yet");
  if (job.done === 0) throw refused("This job has changed nothing");
  return addJob(services, actor, { ownerId: job.ownerId, change: job.change, undoes: id }, async (tx, undoId) => {
    const others = await rowsOf(tx, sql`SELECT id FROM link_job WHERE undoes = ${id} AND NOT is_cancelled`);
    if (others.length > 1) throw conflictError("id", "This job was undone already");
    // A cancelled undo has done some of them.
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

/** Hashes of passwords that were taken away are gone. */
function isPasswordAlone({ edit = {}, ...others }: LinkJobChange): boolean {
  return Object.keys(others).length === 0 && Object.keys(edit).every((name) => name === "password");
}

/** Leaves alone what it hasn't done yet; what it has done stays. Nothing for a job that is over. Throws NOT_FOUND_ERROR. */
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

/** Ten thousand links would each say that there is no such domain. */
async function requireDomain(services: LinkJobServices, ownerId: string, domain: string | null): Promise<void> {
  const found = (await findPlaces(services, ownerId))(domain);
  if ("problem" in found) throw validationError([{ field: "domain", message: found.problem }]);
}

interface AddedJob {
  readonly ownerId: string;
  readonly change: LinkJobChange;
  readonly undoes: string | null;
}

/** `fill` adds the links, and gives how many they are. */
async function addJob(
  services: LinkJobServices,
  actor: Actor,
  { ownerId, change, undoes }: AddedJob,
  fill: (tx: Transaction, id: string) => Promise<number>,
): Promise<LinkJob> {
  const id = services.newId();
  // One command for all that the job does: histories and the audit show it as one.
  const { meta, address, requestId, call } = originOf({ newId: () => id }, actor);
  await services.eventStore.unitOfWork(async (tx) => {
    // To find its links takes a while.
    await requireInUse(tx, actor.credential);
    // Two at the same time would both be the last one.
    await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended('hoplog link jobs ' || ${ownerId}, 0))`);
    refuseMore(await rowsOf<Jobs>(tx, jobsUnderWay(ownerId)));
    await execute(
      tx,
      sql`INSERT INTO link_job (id, owner_id, undoes, change, origin, total, created_at)
       VALUES (${id}, ${ownerId}, ${undoes}, ${JSON.stringify(change)}::jsonb,
         ${JSON.stringify({ meta, address, requestId })}::jsonb, 1, ${services.now()})`,
    );
    const total = await fill(tx, id);
    if (total === 0) throw refused("All of it was undone already");
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

/** Throws CONFLICT_ERROR where the jobs under way are as many as there may be. */
function refuseMore([row]: readonly Jobs[]): void {
  if ((row?.jobs ?? 0) < limits.linkJobsAtOnce) return;
  throw conflictError("change", `At most ${limits.linkJobsAtOnce} jobs can run at a time: wait until one is over`);
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
