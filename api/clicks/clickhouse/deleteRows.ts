import { ClickHouseError } from "@clickhouse/client";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";

/** UNFINISHED: replicas that are away delete when they are back. */
const othersAreAway = "341";

/**
 * Deletes rows for good and waits until it is done: by then it shows in every answer, of replicas too. Those that are away are
 * not waited for.
 */
export async function deleteRows(
  clickhouse: ClickHouseClient,
  query: `DELETE FROM ${string}`,
  query_params: Record<string, unknown>,
): Promise<void> {
  try {
    await clickhouse.command({
      query,
      query_params,
      clickhouse_settings: { lightweight_deletes_sync: "2", max_execution_time: 0 },
    });
  } catch (error) {
    if (!(error instanceof ClickHouseError && error.code === othersAreAway)) throw error;
  }
}
