import type { ClickHouseClient } from "./client.ts";

/**
 * Returns the rest of a `CREATE TABLE … AS` statement that creates a copy on one server only: the engine of a
 * replicated table without the replication. Empty if the table is not replicated.
 */
export async function localEngine(client: ClickHouseClient, table: string): Promise<string> {
  const answer = await client.query({
    query: `SELECT engine_full AS engine FROM system.tables
      WHERE database = currentDatabase() AND name = {table:String} AND startsWith(engine, 'Replicated')`,
    query_params: { table },
    format: "JSONEachRow",
  });
  const [row] = await answer.json<{ engine: string }>();
  return row ? ` ENGINE = ${withoutReplicas(row.engine)}` : "";
}

/** Removes the first two parameters, the Keeper path and the replica's name. */
function withoutReplicas(engine: string): string {
  const plain = engine.replace(/^Replicated(\w+)\('[^']*', '[^']*'(?:, )?/, "$1(");
  if (plain === engine) throw new Error(`cannot parse the replicated table engine ${engine}`);
  return plain;
}
