import { sql } from "@hoplog/platform/postgres/sql.js";
import { limits } from "@hoplog/schema/limits.js";
import type { Transaction } from "../../kernel/database/orm.ts";
import { execute } from "../../kernel/database/statements.ts";

/** The weight of a job itself, counted as links, because a job without links also takes up space. */
const linksOfAJob = 100;
/**
 * Maximum number of jobs deleted per added job, because each may have ten thousand links. Three suffice, because every
 * added job causes deletions.
 */
const forgottenJobs = 3;

/**
 * Deletes a few of the oldest jobs of a workspace that exceeds the number of stored results, unless they or their undo
 * are still running.
 */
export async function forgetJobsOf(tx: Transaction, ownerId: string): Promise<void> {
  await execute(
    tx,
    sql`DELETE FROM link_job WHERE id IN (
       SELECT id FROM (
         SELECT id, ended_at, created_at, sum(total + ${linksOfAJob}::int) OVER (ORDER BY created_at DESC, id DESC) AS links
           FROM link_job WHERE owner_id = ${ownerId}) AS job
       WHERE ended_at IS NOT NULL AND links > ${limits.linkJobResultsKept}
         AND NOT EXISTS (SELECT FROM link_job AS undo WHERE undo.undoes = job.id AND undo.ended_at IS NULL)
       ORDER BY created_at LIMIT ${forgottenJobs})`,
  );
}
