import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { clicksWrittenLock, erasingLock } from "@hoplog/schema/erasure.js";
import type pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import { tableExists } from "../../kernel/database/tableNames.ts";
import { countedBatches } from "./countedBatches.ts";

/** A running ingest finishes an incomplete delivery within this time (ms). */
const wholeMs = 120_000;

/**
 * Takes the locks that exclude erasures and all writers of clicks, once no delivery is incomplete: one that was
 * interrupted between the raw table and the views would be counted twice when it is completed. Returns the time (of
 * `performance.now`) since which writers are blocked. Throws an Error if a delivery stays incomplete.
 */
export async function lockWhenComplete(client: pg.Client, clickhouse: ClickHouseClient): Promise<number> {
  for (const until = Date.now() + wholeMs; ; await sleep(200)) {
    // Takes the lock of erasures first, because it may wait minutes for one; writers are not blocked meanwhile.
    await client.query(sql`SELECT pg_advisory_lock(hashtextextended(${erasingLock}, 0))`);
    await client.query(sql`SELECT pg_advisory_lock(hashtextextended(${clicksWrittenLock}, 0))`);
    const since = performance.now();
    if (!(await isHalfWritten(client, clickhouse))) return since;
    await unlock(client);
    if (Date.now() > until)
      throw new Error(
        "Some clicks are counted only in part, and no ingest process completes them. Start hoplog and try again.",
      );
  }
}

/** Returns whether there are rows of an incomplete delivery; call it while holding the lock. */
async function isHalfWritten(client: pg.Client, clickhouse: ClickHouseClient): Promise<boolean> {
  if (!(await tableExists(client, "click_delivery"))) return false;
  const { rows } = await client.query<{ id: string }>(
    "SELECT b.id FROM counted_batch AS b JOIN click_delivery AS d ON d.id = b.delivery WHERE d.counted_at IS NULL",
  );
  return (
    (
      await countedBatches(
        clickhouse,
        rows.map(({ id }) => id),
      )
    ).size > 0
  );
}

/** Releases the locks of {@link lockWhenComplete}. */
export async function unlock(client: pg.Client): Promise<void> {
  await client.query(sql`SELECT pg_advisory_unlock(hashtextextended(${erasingLock}, 0))`);
  await client.query(sql`SELECT pg_advisory_unlock(hashtextextended(${clicksWrittenLock}, 0))`);
}
