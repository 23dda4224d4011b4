import { ClickHouseError } from "@clickhouse/client";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";

/** ClickHouse error UNFINISHED: replicas that are down delete the rows once they are back. */
const othersAreAway = "341";

/**
 * Deletes rows permanently and waits until no query returns them, on any replica. Does not wait for replicas that are
 * down.
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
