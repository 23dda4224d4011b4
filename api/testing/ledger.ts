import { bases } from "@hoplog/platform/postgres/bases.js";
import type { TestApi } from "./testApi.ts";

/** Sets the start of the redirectors' counts, because tests insert clicks of past days. */
export async function countRequestsSince(api: TestApi, at: Date): Promise<void> {
  await api.services.clickhouse.command({
    query: `ALTER TABLE schema_migration UPDATE applied_at = toDateTime({at: UInt32}, 'UTC') WHERE name = '${bases.clickhouse.name}'`,
    query_params: { at: Math.floor(at.getTime() / 1000) },
    clickhouse_settings: { mutations_sync: "1" },
  });
}
