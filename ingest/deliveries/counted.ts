import type { Pool } from "@hoplog/platform/postgres/pool.js";
import { named, raw, sql } from "@hoplog/platform/postgres/sql.js";
import { uuidArray } from "@hoplog/platform/postgres/uuidArray.js";

/**
 * Retention of counted deliveries, longer than the age from which a batch is looked up in ClickHouse instead (see
 * `late.ts`).
 */
const keptAfter = "1 hour";

/** IDs of the batches that a delivery counts. */
export type Taken = ReadonlySet<string>;

/** Stores which delivery counts each batch, so that none is counted twice. */
export interface CountedBatches {
  /** Returns the batches that a delivery has taken; null if the delivery was counted, even if it was deleted since. */
  takenBy(delivery: string): Promise<Taken | null>;
  /**
   * Assigns the batches (16-byte ids) that no other delivery has taken to this one and returns all batches of this one.
   * Idempotent, even when two processes call it at once.
   */
  take(delivery: string, batchIds: readonly Uint8Array[]): Promise<Taken>;
  /**
   * Marks a delivery as counted; must be called when all of it is in ClickHouse. Returns false if it was already
   * marked.
   */
  complete(delivery: string): Promise<boolean>;
  /**
   * Deletes deliveries that were counted so long ago that copies of their batches are looked up in ClickHouse instead.
   */
  forgetOld(): Promise<void>;
  /** Returns the age in seconds of the oldest delivery that is not counted; 0 if there is none. */
  oldestOpen(): Promise<number>;
}

export function createCountedBatches(pool: Pool): CountedBatches {
  return {
    async takenBy(delivery) {
      const { rows } = await pool.query<{ id: string | null }>(
        sql`SELECT b.id FROM click_delivery AS d LEFT JOIN counted_batch AS b ON b.delivery = d.id
         WHERE d.id = ${delivery} AND d.counted_at IS NULL`,
      );
      return rows.length === 0 ? null : new Set(rows.flatMap(({ id }) => id ?? []));
    },

    async take(delivery, batchIds) {
      await pool.query(
        named(
          "take_batches",
          sql`
          INSERT INTO counted_batch (id, delivery) SELECT id, ${delivery}
            FROM unnest(${uuidArray(Buffer.concat(batchIds))}::uuid[]) AS given (id)
          ORDER BY id ON CONFLICT DO NOTHING`,
        ),
      );
      // A separate statement is needed: the first one does not see the batches that another process took for the same
      // delivery during the wait, and a delivery that seems to have taken none would be marked as counted too early.
      const { rows } = await pool.query<{ id: string }>(
        named("taken_batches", sql`SELECT id FROM counted_batch WHERE delivery = ${delivery}`),
      );
      return new Set(rows.map(({ id }) => id));
    },

    async complete(delivery) {
      const { rowCount } = await pool.query(
        named(
          "complete_delivery",
          sql`UPDATE click_delivery SET counted_at = now() WHERE id = ${delivery} AND counted_at IS NULL`,
        ),
      );
      return rowCount === 1;
    },

    async forgetOld() {
      await pool.query(
        sql`WITH old AS (DELETE FROM click_delivery WHERE counted_at < now() - interval '${raw(keptAfter)}' RETURNING id)
         DELETE FROM counted_batch WHERE delivery IN (SELECT id FROM old)`,
      );
    },

    async oldestOpen() {
      const { rows } = await pool.query<{ age: number }>(
        `SELECT coalesce(extract(epoch FROM now() - min(opened_at)), 0)::float8 AS age
         FROM click_delivery WHERE counted_at IS NULL`,
      );
      return rows[0]?.age ?? 0;
    },
  };
}
