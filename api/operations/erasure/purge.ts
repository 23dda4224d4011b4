import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { ClientBase } from "pg";
import { z } from "zod";
import { select } from "../../clicks/clickhouse/select.ts";

const row = z.object({ table: z.string() });

/**
 * Makes ClickHouse rewrite, in the background, all parts that contain deleted rows, because a deletion only hides them,
 * and a part of an old month might never be merged again. Returns the names of the tables.
 */
export async function purgeDeletedRows(clickhouse: ClickHouseClient): Promise<string[]> {
  const found = await select(
    clickhouse,
    row,
    `SELECT DISTINCT table FROM system.parts
     WHERE database = currentDatabase() AND active AND has_lightweight_delete ORDER BY table`,
    {},
  );
  const tables = found.map(({ table }) => table);
  for (const table of tables) {
    await clickhouse.command({
      query: "ALTER TABLE {table: Identifier} APPLY DELETED MASK",
      query_params: { table },
      clickhouse_settings: { mutations_sync: "0" },
    });
  }
  return tables;
}

/**
 * Blanks the names of erased accounts' domains that ended before an instant, as a replay of their events does. The
 * instant must be long enough ago for redirectors to have received the deletion.
 */
export async function purgeDomains(client: ClientBase, endedBefore: Date): Promise<void> {
  await client.query(
    sql`UPDATE domain SET name = id::text, token = ''
     WHERE state = 'removed' AND name <> id::text AND state_at < ${endedBefore}
       AND owner_id IN (SELECT id FROM erasure WHERE kind = 'account')`,
  );
}
