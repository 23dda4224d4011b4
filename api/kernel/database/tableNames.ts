import type { ClientBase } from "pg";

/** A name as SQL takes it, whatever is in it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Whether the database has a table of this name. */
export async function tableExists(client: ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>("SELECT to_regclass($1) IS NOT NULL AS found", [
    quoted(name),
  ]);
  return rows[0]?.found ?? false;
}
