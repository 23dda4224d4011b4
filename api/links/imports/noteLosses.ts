import { sql } from "@hoplog/platform/postgres/sql.js";
import type { Transaction } from "../../kernel/database/orm.ts";
import { execute } from "../../kernel/database/statements.ts";
import type { Loss } from "./sources/sourceLink.ts";

export interface LateLosses {
  readonly position: number;
  /** The losses of the row in the dry run. */
  readonly before: readonly Loss[];
  readonly losses: readonly Loss[];
}

/** Adds losses that occurred only during creation to rows and to the import's counts. */
export async function noteLosses(tx: Transaction, importId: string, rows: readonly LateLosses[]): Promise<void> {
  const late = rows.filter(({ losses }) => losses.length > 0);
  if (late.length === 0) return;
  const given = late.map(({ position, losses }) => ({
    position,
    losses,
    keepsCode: losses.every(({ kind }) => kind !== "code"),
  }));
  await execute(
    tx,
    sql`UPDATE link_import_row AS one SET losses = one.losses || late.losses,
       short_url = CASE WHEN late."keepsCode" THEN one.short_url END
     FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS late (position integer, losses jsonb, "keepsCode" boolean)
     WHERE import_id = ${importId} AND one.position = late.position`,
  );
  const counts: Record<string, number> = {};
  for (const { before, losses } of late) {
    const known = new Set(before.map(({ kind }) => kind));
    for (const kind of new Set(losses.map((loss) => loss.kind))) {
      if (!known.has(kind)) counts[kind] = (counts[kind] ?? 0) + 1;
    }
  }
  await execute(
    tx,
    sql`UPDATE link_import SET losses = losses || (
       SELECT coalesce(jsonb_object_agg(kind, links::integer + coalesce((losses ->> kind)::integer, 0)), '{}')
       FROM jsonb_each_text(${JSON.stringify(counts)}::jsonb) AS late (kind, links))
     WHERE id = ${importId}`,
  );
}
