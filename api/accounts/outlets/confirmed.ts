import { sql } from "@hoplog/platform/postgres/sql.js";
import { authenticationError, HoplogError } from "@hoplog/schema/errors.js";
import { outletLimits } from "@hoplog/schema/outlets.js";
import type { Actor } from "../../kernel/calls/actor.ts";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { execute } from "../../kernel/database/statements.ts";

const confirmedMs = outletLimits.confirmedMinutes * 60 * 1000;

/**
 * Checks calls that create an outlet. Throws AUTHORIZATION_ERROR with `confirm` if the session's login and its last
 * confirmation are older than ten minutes. Calls with an API key pass.
 */
export async function requireConfirmed(
  { reads, now }: Reads & Clock,
  { credential }: Pick<Actor, "credential">,
): Promise<void> {
  if (credential.kind === "apiKey") return;

  const [session] = await readRows<{ at: Date }>(
    reads,
    sql`SELECT greatest(created_at, confirmed_at) AS at FROM session WHERE id = ${credential.id}`,
  );
  if (!session) throw authenticationError("Please log in to continue.");
  if (new Date(session.at).getTime() + confirmedMs >= now().getTime()) return;
  throw new HoplogError("AUTHORIZATION_ERROR", "Confirm your session to continue.", { confirm: true });
}

/** Allows the session to create outlets for the next ten minutes. */
export async function noteConfirmed({ now }: Clock, tx: Transaction, sessionId: string): Promise<void> {
  await execute(tx, sql`UPDATE session SET confirmed_at = ${now()} WHERE id = ${sessionId}`);
}
