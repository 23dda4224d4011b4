import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { conflictError } from "@hoplog/schema/errors.js";
import type { OutletKind } from "@hoplog/schema/outlets.js";
import type { Transaction } from "../../kernel/database/orm.ts";
import { rowsOf } from "../../kernel/database/statements.ts";

/** Returns SQL for an outlet that is not paused. `id` is a column. */
export const notPaused = (kind: OutletKind, id: string) =>
  raw(
    `NOT EXISTS (SELECT FROM outlet WHERE outlet.kind = '${kind}' AND outlet.id = ${id} AND outlet.paused_at IS NOT NULL)`,
  );

/** Throws CONFLICT_ERROR for a paused outlet, which must not send even if a caller requests it. */
export async function requireNotPaused(tx: Transaction, kind: OutletKind, id: string): Promise<void> {
  const paused = await rowsOf(
    tx,
    sql`SELECT FROM outlet WHERE kind = ${kind} AND id = ${id} AND paused_at IS NOT NULL`,
  );
  if (paused.length > 0)
    throw conflictError("state", "This outlet is paused. Resume it under Access and outlets first.");
}
