import type { ClientBase } from "pg";
import { sql } from "@hoplog/platform/postgres/sql.js";

/** Quotes a name as an SQL identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Returns whether the database has a table of this name. */
export async function tableExists(client: ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    sql`SELECT to_regclass(${quoted(name)}) IS NOT NULL AS found`,
  );
  return rows[0]?.found ?? false;
}
