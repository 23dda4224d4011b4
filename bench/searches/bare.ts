import type pg from "pg";
import type { SearchKind } from "./kinds.ts";

const columns = "id, name, code, original_url, is_active, created_at, updated_at";
const text = "(name || E'\\n' || code || E'\\n' || original_url)";

/** What Postgres' trigram indexes find by themselves, newest first. Gives how many links. */
export async function bareSearch(
  client: pg.Client,
  ownerId: string,
  kind: SearchKind,
  wanted: string,
): Promise<number> {
  const [condition, value] = kind.isTypo
    ? [`(${text} %> $2 OR note %> $2)`, wanted]
    : [`(${text} ILIKE $2 OR note ILIKE $2)`, `%${wanted}%`];
  const { rowCount } = await client.query(
    `SELECT ${columns} FROM link WHERE owner_id = $1 AND ${condition} ORDER BY created_at DESC, id DESC LIMIT 50`,
    [ownerId, value],
  );
  return rowCount ?? 0;
}
