import { sql } from "@hoplog/platform/postgres/sql.js";
import { limits } from "@hoplog/schema/limits.js";
import type { Transaction } from "../../kernel/database/orm.ts";
import { execute } from "../../kernel/database/statements.ts";

/** A job without links takes room as well. */
const linksOfAJob = 100;
/** Of one that is added: what came before was bounded too. Each may have ten thousand links. */
const forgottenJobs = 3;

/** Removes the oldest jobs of a workspace that has more results than are kept, as far as they are over and no undo of them is under way. */
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
