import type { Transaction } from "../../kernel/database/orm.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";

/** Of the person that it is one of, and of nobody else. */
export async function writeFavourite(tx: Transaction, linkId: string, userId: string, isOne: boolean): Promise<void> {
  const sql = isOne
    ? "INSERT INTO link_favourite (link_id, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
    : "DELETE FROM link_favourite WHERE link_id = ? AND user_id = ?";
  await tx.execute(sql, [linkId, userId], "run");
}

/** Which of these links are a person's favourites. */
export async function favouritesAmong(
  { reads }: Reads,
  userId: string,
  linkIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (linkIds.length === 0) return new Set();
  const sql = `SELECT link_id AS id FROM link_favourite WHERE user_id = ? AND link_id = ANY (?::uuid[])`;
  const rows = await readRows<{ id: string }>(reads, sql, [userId, [...linkIds]]);
  return new Set(rows.map(({ id }) => id));
}
