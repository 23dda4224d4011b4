import { Readable } from "node:stream";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type { Columns } from "../clicks/columns.ts";
import { nativeBlock } from "../native/columns.ts";

/**
 * Settings of an insert. `optimize_on_insert` would only cost time, because the views have already grouped the block;
 * so would a second thread, because one block gives it no work. A block may contain clicks of many months if
 * redirectors were disconnected for long.
 */
const oneBlock = { optimize_on_insert: 0, max_threads: 1, max_partitions_per_insert_block: "0" } as const;

/**
 * Writes one block as one insert. ClickHouse deduplicates a repeated token, in the table and its views, within the
 * tables' deduplication window. Resolves when ClickHouse has written it.
 */
export async function insertBlock(
  client: ClickHouseClient,
  table: string,
  columns: Columns,
  token: string,
): Promise<void> {
  const { stream } = await client.exec({
    query: `INSERT INTO ${table} (${Object.keys(columns).join(", ")}) FORMAT Native`,
    values: Readable.from([nativeBlock(columns)], { objectMode: false }),
    clickhouse_settings: { insert_deduplication_token: token, ...oneBlock },
  });
  const answer = Buffer.concat(await stream.toArray()).toString("utf8");
  // A successful insert returns an empty body; an error after the response has begun is in the body.
  if (answer !== "") throw new Error(`ClickHouse rejected the insert: ${answer.slice(0, 500)}`);
}
