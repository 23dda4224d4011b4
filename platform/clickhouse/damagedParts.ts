import { z } from "zod";
import type { ClickHouseClient } from "./client.ts";

const row = z.object({ table: z.string(), parts: z.coerce.number() });

/**
 * Counts, by table, the parts that the server in use has detached as broken, unexpected or without a quorum; queries
 * miss their rows.
 */
export async function damagedParts(clickhouse: Pick<ClickHouseClient, "query">): Promise<z.infer<typeof row>[]> {
  const answer = await clickhouse.query({
    query: `SELECT table, count() AS parts FROM system.detached_parts
      WHERE database = currentDatabase() AND (reason LIKE 'broken%' OR reason LIKE 'unexpected%' OR reason = 'noquorum')
      GROUP BY table ORDER BY table`,
    format: "JSONEachRow",
  });
  return row.array().parse(await answer.json());
}
