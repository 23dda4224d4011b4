import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ClickHouseClient } from "@clickhouse/client";
import { isNoExplain, isNoExplainMark } from "@hoplog/schema/analysts.js";
import { clickHouseMigrationsFolder } from "@hoplog/platform/clickhouse/migrate.js";

/** Makes the analysts' views, or brings them up to date: each is replaced in one step, and queries see no gap. */
export async function makeViews(clickhouse: ClickHouseClient, database: string): Promise<void> {
  const query_params = { analytics: database };
  await clickhouse.command({ query: "CREATE DATABASE IF NOT EXISTS {analytics:Identifier}", query_params });
  const folder = join(clickHouseMigrationsFolder(), "analytics");
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql"));
  for (const file of files) {
    const view = await readFile(join(folder, file), "utf8");
    if (!view.includes(isNoExplainMark)) throw new Error(`${file} would let accounts EXPLAIN its queries`);
    await clickhouse.command({ query: view.replace(isNoExplainMark, () => isNoExplain), query_params });
  }
}
