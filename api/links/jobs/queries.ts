import { sql } from "@hoplog/platform/postgres/sql.js";
import { limits } from "@hoplog/schema/limits.js";
import { authorize, authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import type { Permission } from "../../kernel/access/permissions.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import type { LinkJob, LinkResult, Outcome } from "./job.ts";
import { watchWork } from "../../kernel/calls/watchWork.ts";

const jobColumns = sql`id, owner_id AS "ownerId", undoes, change, total, done, unchanged, failed, created_at AS "createdAt",
  ended_at AS "endedAt",
  CASE WHEN is_cancelled THEN 'cancelled' WHEN ended_at IS NOT NULL THEN 'done' WHEN worked_at IS NULL THEN 'waiting'
    ELSE 'running' END AS state,
  (ended_at IS NOT NULL AND done > 0 AND undoes IS NULL AND change ->> 'delete' IS NULL
    AND (change - 'edit' <> '{}' OR (change -> 'edit') - 'password' <> '{}') AND NOT EXISTS (
    SELECT FROM link_job AS undo WHERE undo.undoes = job.id AND NOT undo.is_cancelled)) AS "canUndo"`;

/** Returns the workspace's latest jobs, newest first. */
export async function listJobs({ reads }: Reads, member: Member): Promise<LinkJob[]> {
  const ownerId = authorizeOwn(member, "links:read");
  return readRows<LinkJob>(
    reads,
    sql`SELECT ${jobColumns} FROM link_job AS job WHERE owner_id = ${ownerId} ORDER BY created_at DESC, id DESC
      LIMIT ${limits.linkJobsListed}`,
  );
}

/** Returns a job. Throws NOT_FOUND_ERROR, also for another workspace's job. */
export async function getJob(
  { reads }: Reads,
  member: Member,
  id: string,
  permission: Permission = "links:read",
): Promise<LinkJob> {
  const [job] = await readRows<LinkJob>(reads, sql`SELECT ${jobColumns} FROM link_job AS job WHERE id = ${id}`);
  authorize(member, permission, { type: "link job", workspaceId: job?.ownerId ?? null });
  if (!job) throw new Error("authorize allowed access to a row that does not exist");
  return job;
}

interface Page {
  /** Position of the link after which the page begins; 0 for the first page. */
  readonly after: number;
  readonly limit: number;
  readonly outcome: Outcome | null;
}

interface ResultRow extends Omit<LinkResult, "error"> {
  readonly errorType: NonNullable<LinkResult["error"]>["type"] | null;
  readonly errorMessage: string | null;
}

/** Returns a page of the results of a job's links, in order. Throws NOT_FOUND_ERROR. */
export async function listResults(
  services: Reads,
  member: Member,
  id: string,
  { after, limit, outcome }: Page,
): Promise<LinkResult[]> {
  const { ownerId } = await getJob(services, member, id);
  const rows = await readRows<ResultRow>(
    services.reads,
    sql`SELECT position, link_id AS "linkId", link.name AS "linkName", outcome, error_type AS "errorType",
       error_message AS "errorMessage"
     FROM link_job_link LEFT JOIN link ON link.id = link_id AND link.owner_id = ${ownerId}
     WHERE job_id = ${id} AND position > ${after} AND (${outcome}::text IS NULL OR outcome = ${outcome}::text) ORDER BY position
       LIMIT ${limit}`,
  );
  return rows.map(({ errorType, errorMessage, ...result }) => ({
    ...result,
    error: errorType && { type: errorType, message: errorMessage ?? "The link was deleted" },
  }));
}

/** Yields a job now and after each progress, until the job ends. Throws NOT_FOUND_ERROR. */
export function watchJob(services: Reads, member: Member, id: string): AsyncGenerator<LinkJob, void> {
  return watchWork(
    () => getJob(services, member, id),
    ({ state, done, unchanged, failed }) => [state, done + unchanged + failed],
  );
}
