import type { ClickHouseClient } from "./client.ts";

/**
 * What stands behind `CREATE TABLE … AS` a table for a copy that is for one server alone: a replicated table's engine without
 * the replicas. Nothing where the table is not replicated.
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

/** The first two parameters are the place in Keeper and the replica's name. */
function withoutReplicas(engine: string): string {
  const plain = engine.replace(/^Replicated(\w+)\('[^']*', '[^']*'(?:, )?/, "$1(");
  if (plain === engine) throw new Error(`A replicated engine is written in another way than expected: ${engine}`);
  return plain;
}
