import { authenticationError } from "@hoplog/schema/errors.js";
import type { SignedInBy } from "../../kernel/calls/actor.ts";
import type { Transaction } from "../../kernel/database/orm.ts";

const lookedUp = {
  session: "SELECT id FROM session WHERE id = ? AND revoked_at IS NULL FOR SHARE",
  apiKey: "SELECT id FROM api_key WHERE id = ? AND revoked_at IS NULL FOR SHARE",
} as const;

/**
 * For what outlives its call and ends with the session or key that has made it. Who ends or pauses those waits until the
 * transaction is over, and then finds what it made. Throws AUTHENTICATION_ERROR where they have ended, or the key was paused,
 * since the call came in.
 */
export async function requireInUse(tx: Transaction, { kind, id }: SignedInBy): Promise<void> {
  const found = await tx.execute<unknown[]>(lookedUp[kind], [id]);
  if (found.length === 0) throw authenticationError("Please log in to continue.");
  if (kind === "session") return;
  const sql = `SELECT paused_at AS "pausedAt" FROM outlet WHERE kind = 'apiKey' AND id = ? FOR SHARE`;
  const [outlet] = await tx.execute<{ pausedAt: Date | null }[]>(sql, [id]);
  if (outlet?.pausedAt) throw authenticationError("This API key is paused.");
}
