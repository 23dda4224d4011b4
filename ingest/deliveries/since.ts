import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type { Pool } from "@hoplog/platform/postgres/pool.js";

/** Kafka's brokers may have another clock than Postgres. */
const clockMarginMs = 60_000;

/**
 * From when on deliveries are kept here, in milliseconds since the epoch; a record that the log took before may have been
 * written by the release before, as a batch under its own id. Fixed by whoever comes first, when no ingest of that
 * release can be reading any more. 0 where nothing has ever been counted.
 */
export function createDeliveriesSince(pool: Pool, client: ClickHouseClient): () => Promise<number> {
  let fixed: number | undefined;
  return async () => (fixed ??= await fix(pool, client));
}

async function fix(pool: Pool, client: ClickHouseClient): Promise<number> {
  const known = async () => {
    const { rows } = await pool.query<{ at: number }>(
      "SELECT (extract(epoch FROM at) * 1000)::float8 AS at FROM deliveries_since",
    );
    return rows[0]?.at;
  };
  const fixed = await known();
  if (fixed !== undefined) return fixed;
  const answer = await client.query({
    query: "SELECT count() > 0 AS any FROM (SELECT 1 FROM clicks LIMIT 1 UNION ALL SELECT 1 FROM misses LIMIT 1)",
    format: "JSONEachRow",
  });
  const [{ any } = { any: 1 }] = await answer.json<{ any: number | boolean }>();
  await pool.query(
    `INSERT INTO deliveries_since (at)
     SELECT CASE WHEN $1 THEN now() + $2 * interval '1 millisecond' ELSE to_timestamp(0) END ON CONFLICT DO NOTHING`,
    [Boolean(any), clockMarginMs],
  );
  const made = await known();
  if (made === undefined) throw new Error("the table deliveries_since lost its row");
  return made;
}
