import { folded } from "@hoplog/schema/folded.js";
import type pg from "pg";
import type { SearchKind } from "./kinds.ts";

const columns = "id, name, code, original_url, is_active, created_at, updated_at";
// The expressions and the condition are exactly those of the indexes, which Postgres otherwise would not use.
const text = "folded(name || E'\\n' || code || E'\\n' || original_url)";
const note = "folded(note)";

/** Searches with Postgres' trigram indexes only, newest first. Returns the number of links, at most 50. */
export async function bareSearch(
  client: pg.Client,
  ownerId: string,
  kind: SearchKind,
  wanted: string,
): Promise<number> {
  const [condition, value] = kind.isTypo
    ? [`(${text} %> $2 OR (note IS NOT NULL AND ${note} %> $2))`, folded(wanted)]
    : [`(${text} LIKE $2 OR (note IS NOT NULL AND ${note} LIKE $2))`, `%${folded(wanted)}%`];
  const { rowCount } = await client.query(
    `SELECT ${columns} FROM link WHERE owner_id = $1 AND ${condition} ORDER BY created_at DESC, id DESC LIMIT 50`,
    [ownerId, value],
  );
  return rowCount ?? 0;
}
