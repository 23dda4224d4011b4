import type { ClickHouseClient } from "./client.ts";
import { replicatedStatement } from "./onCluster.ts";

/** Seconds to wait for all servers. An unavailable server gets the statement from Keeper once it is back. */
const waitSeconds = 5;

/**
 * Creates or drops something that each server has separately, such as a view, on all servers of the cluster if there is
 * one.
 */
export async function everywhere(
  client: ClickHouseClient,
  query: string,
  query_params?: Record<string, unknown>,
): Promise<void> {
  const params = query_params && { query_params };
  if (client.cluster === undefined) {
    await client.command({ query, ...params });
    return;
  }
  await client.command({
    query: replicatedStatement(query, client.cluster),
    ...params,
    clickhouse_settings: {
      distributed_ddl_output_mode: "null_status_on_timeout",
      distributed_ddl_task_timeout: String(waitSeconds),
    },
  });
}
