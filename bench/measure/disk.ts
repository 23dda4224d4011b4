import { globSync, statSync } from "node:fs";
import path from "node:path";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import pg from "pg";
import { runSql } from "./clickHouse.ts";
import type { BenchStack } from "./stack.ts";

/** Returns the bytes on disk of the batches in `clicks.v1`, compressed as in the log. */
export async function logBytes(stack: BenchStack): Promise<number> {
  if (stack.kafkaBrokers !== undefined) {
    const files = globSync(path.join(stack.dataFolder, "kafka", "data", `${clicksV1.name}-*`, "*.log"));
    return files.reduce((sum, file) => sum + statSync(file).size, 0);
  }
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ bytes: number }>(
    "SELECT coalesce(sum(pg_column_size(log_record)), 0)::float8 AS bytes FROM log_record WHERE topic = $1",
    [clicksV1.name],
  );
  await client.end();
  return rows[0]?.bytes ?? Number.NaN;
}

/** Returns the bytes on disk in ClickHouse of the raw clicks and of their sums. */
export async function tableBytes(stack: BenchStack): Promise<{ clicks: number; sums: number }> {
  const sql = `SELECT sumIf(bytes_on_disk, table = 'clicks'), sumIf(bytes_on_disk, table IN ('link_quarter', 'owner_quarter', 'link_day', 'owner_day'))
    FROM system.parts WHERE active AND database = 'hoplog'`;
  const [clicks = Number.NaN, sums = Number.NaN] = (await runSql(stack.clickHouseUrl, sql)).split("\t").map(Number);
  return { clicks, sums };
}
