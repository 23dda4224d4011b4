import type { ClickHouseClient } from "./client.ts";
import { replicatedStatement } from "./onCluster.ts";

/** A server that is away gets the statement from Keeper when it is back. */
const waitSeconds = 5;

/** Makes or drops something that each server has for itself, such as a view, at all servers of the cluster if there is one. */
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
