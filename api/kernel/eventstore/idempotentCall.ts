import { type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import { conflictError } from "@hoplog/schema/errors.js";

/** A call that runs once, however often it is sent: the id of its row, and the number of this attempt. */
export interface IdempotentCall {
  readonly id: string;
  readonly attempt: number;
}

/** Runs a statement in the transaction of a command and returns its rows. */
export type RunInTransaction = (statement: Sql) => Promise<readonly unknown[]>;

/**
 * Records in a command's transaction that the call is done, and the ids that it created. Throws CONFLICT_ERROR, which
 * rolls the command back, if this attempt took so long that another one has begun.
 */
export async function markDone(run: RunInTransaction, call: IdempotentCall, made: readonly string[]): Promise<void> {
  const rows = await run(
    sql`UPDATE idempotent_call SET done_at = now(), made = made || ARRAY(
       SELECT one FROM unnest(${made}::uuid[]) WITH ORDINALITY AS given (one, place) WHERE NOT one = ANY (made)
         ORDER BY place)
     WHERE id = ${call.id} AND attempt = ${call.attempt} AND answer IS NULL RETURNING id`,
  );
  if (rows.length === 0) throw conflictError("Idempotency-Key", "A retry of this call has started in the meantime");
}
