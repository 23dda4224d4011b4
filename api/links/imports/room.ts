import { sql } from "@hoplog/platform/postgres/sql.js";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import type { Transaction } from "../../kernel/database/orm.ts";
import { rowsOf } from "../../kernel/database/statements.ts";

/** The maximum number of links that all stored imports of one workspace may create together. */
export interface ImportedLinks {
  readonly importedLinksMax: number;
}

/**
 * Returns the reason why an import can't start because of the workspace's quota of imported links; null if it can.
 * Links that other imports have created or will create count.
 */
export async function problemOfRoom(
  { importedLinksMax }: ImportedLinks,
  tx: Transaction,
  { id, ownerId }: { readonly id: string; readonly ownerId: string },
): Promise<string | null> {
  const [row] = await rowsOf<{ wanted: number; others: number }>(
    tx,
    sql`SELECT coalesce(sum(to_make) FILTER (WHERE id = ${id}), 0)::float8 AS wanted,
       coalesce(sum(CASE state WHEN 'running' THEN to_make ELSE done END) FILTER (WHERE id <> ${id}), 0)::float8 AS others
     FROM link_import WHERE owner_id = ${ownerId}`,
  );
  const { wanted = 0, others = 0 } = row ?? {};
  if (wanted + others <= importedLinksMax) return null;
  const [most, left] = [importedLinksMax, Math.max(0, importedLinksMax - others)].map((n) => n.toLocaleString("en"));
  return `The imports of a workspace can create at most ${most} links in ${importLimits.days} days. ${left} more links are possible`;
}
