import { counted } from "@hoplog/schema/counted.js";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { damagedParts } from "@hoplog/platform/clickhouse/damagedParts.js";
import type { ClientBase } from "pg";

/** Something of the installation that is known not to be in any figure, in words, with what to do. */
export type NotCounted = string;

/** Lists what is known to be lost or to wait: batches that could not be read, and parts of ClickHouse's tables that it set aside as damaged. */
export async function notCounted(clickhouse: ClickHouseClient, database: ClientBase): Promise<NotCounted[]> {
  const [letters, damaged] = await Promise.all([deadLetters(database), damagedParts(clickhouse)]);
  const parts = damaged.map(
    ({ table, parts: count }) =>
      `ClickHouse has set ${counted(count, "damaged part")} of the table ${table} aside: see docs/operations.md#damaged-parts-of-clickhouse`,
  );
  return [...letters, ...parts];
}

/** None before the first ingest, whose table it is, has started. */
async function deadLetters(database: ClientBase): Promise<NotCounted[]> {
  const { rows: there } = await database.query<{ table: string | null }>(
    "SELECT to_regclass('dead_letter')::text AS table",
  );
  if (!there[0]?.table) return [];
  const { rows } = await database.query<{ batches: number; bytes: number; since: Date | null }>(
    `SELECT count(*)::float8 AS batches, coalesce(sum(octet_length(value)), 0)::float8 AS bytes, min(recorded_at) AS since
     FROM dead_letter`,
  );
  const [waiting] = rows;
  if (!waiting || waiting.batches === 0) return [];
  const { batches, bytes, since } = waiting;
  const from = since ? ` since ${since.toISOString()}` : "";
  return [
    `${counted(batches, "batch", "batches")} of clicks (${counted(bytes, "byte")})${from} could not be read: make dead-letters`,
  ];
}
