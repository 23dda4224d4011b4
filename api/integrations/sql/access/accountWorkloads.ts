import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { everywhere } from "@hoplog/platform/clickhouse/everywhere.js";
import { accountWorkload } from "@hoplog/schema/analysts.js";
import { z } from "zod";
import { select } from "../../../clicks/clickhouse/select.ts";
import { sqlUserOf } from "./usersFile.ts";

const row = z.object({ name: z.string() });

/** Lists the accounts' workloads, without those of the console's users. */
async function present(clickhouse: ClickHouseClient): Promise<string[]> {
  const query = "SELECT name FROM system.workloads WHERE parent = 'account' AND startsWith(name, 'account_')";
  const found = await select(clickhouse, row, query, {});
  return found.map(({ name }) => name);
}

/** Creates the missing workloads of the given accounts. */
export async function addWorkloads(clickhouse: ClickHouseClient, accountIds: readonly string[]): Promise<void> {
  const there = new Set(await present(clickhouse));
  for (const name of accountIds.map(sqlUserOf).filter((user) => !there.has(user)))
    await everywhere(clickhouse, accountWorkload(name));
}

/** Drops the workloads of all other accounts. */
export async function dropOtherWorkloads(clickhouse: ClickHouseClient, accountIds: readonly string[]): Promise<void> {
  const kept = new Set(accountIds.map(sqlUserOf));
  for (const name of (await present(clickhouse)).filter((workload) => !kept.has(workload)))
    await everywhere(clickhouse, dropWorkload(name));
}

/** Returns the statement that drops a workload; ClickHouse does not accept a parameter for the name. */
export function dropWorkload(name: string): string {
  return `DROP WORKLOAD IF EXISTS \`${name.replaceAll(/[\\`]/g, "\\$&")}\``;
}
