import type { Transaction } from "../../kernel/database/orm.ts";
import type { Loss } from "./sources/sourceLink.ts";

export interface LateLosses {
  readonly position: number;
  /** What the dry run has said of the row. */
  readonly before: readonly Loss[];
  readonly losses: readonly Loss[];
}

/** Adds to rows, and to what their import counts, what links have lost only when they were made. */
export async function noteLosses(tx: Transaction, importId: string, rows: readonly LateLosses[]): Promise<void> {
  const late = rows.filter(({ losses }) => losses.length > 0);
  if (late.length === 0) return;
  const given = late.map(({ position, losses }) => ({
    position,
    losses,
    keepsCode: losses.every(({ kind }) => kind !== "code"),
  }));
  await tx.execute(
    `UPDATE link_import_row AS one SET losses = one.losses || late.losses,
       short_url = CASE WHEN late."keepsCode" THEN one.short_url END
     FROM jsonb_to_recordset(?::jsonb) AS late (position integer, losses jsonb, "keepsCode" boolean)
     WHERE import_id = ? AND one.position = late.position`,
    [JSON.stringify(given), importId],
    "run",
  );
  const counts: Record<string, number> = {};
  for (const { before, losses } of late) {
    const known = new Set(before.map(({ kind }) => kind));
    for (const kind of new Set(losses.map((loss) => loss.kind))) {
      if (!known.has(kind)) counts[kind] = (counts[kind] ?? 0) + 1;
    }
  }
  await tx.execute(
    `UPDATE link_import SET losses = losses || (
       SELECT coalesce(jsonb_object_agg(kind, links::integer + coalesce((losses ->> kind)::integer, 0)), '{}')
       FROM jsonb_each_text(?::jsonb) AS late (kind, links))
     WHERE id = ?`,
    [JSON.stringify(counts), importId],
    "run",
  );
}
