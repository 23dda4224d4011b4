import { conflictError } from "@hoplog/schema/errors.js";
import type { OutletKind } from "@hoplog/schema/outlets.js";
import type { Transaction } from "../../kernel/database/orm.ts";

/** SQL for an outlet that is not paused. `id` is a column. */
export const notPaused = (kind: OutletKind, id: string) =>
  `NOT EXISTS (SELECT FROM outlet WHERE outlet.kind = '${kind}' AND outlet.id = ${id} AND outlet.paused_at IS NOT NULL)`;

/** Throws CONFLICT_ERROR for a paused outlet: it must send nothing, also when a caller asks for it. */
export async function requireNotPaused(tx: Transaction, kind: OutletKind, id: string): Promise<void> {
  const sql = "SELECT FROM outlet WHERE kind = ? AND id = ? AND paused_at IS NOT NULL";
  const paused = await tx.execute<unknown[]>(sql, [kind, id]);
  if (paused.length > 0) throw conflictError("state", "This is paused. Resume it under Access and outlets first.");
}
