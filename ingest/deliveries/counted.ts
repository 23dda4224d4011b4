import type { Pool } from "@hoplog/platform/postgres/pool.js";
import { named, raw, sql } from "@hoplog/platform/postgres/sql.js";
import { uuidArray } from "@hoplog/platform/postgres/uuidArray.js";

/** Longer than a batch may be on its way and not be looked up in ClickHouse (see `late.ts`). */
const keptAfter = "1 hour";

/** IDs of the batches that a delivery counts. */
export type Taken = ReadonlySet<string>;

/** Which batches each delivery counts. */
export interface CountedBatches {
  /** The batches that a delivery has taken; null where it is counted, or gone because it was counted long ago. */
  takenBy(delivery: string): Promise<Taken | null>;
  /**
   * Takes those of the batches, by ids of 16 bytes, that no other delivery has. Gives all that this one has then. May be repeated,
   * also by two processes at once.
   */
  take(delivery: string, batchIds: readonly Uint8Array[]): Promise<Taken>;
  /** To be called when all of the delivery is in ClickHouse. False where somebody has said so before. */
  complete(delivery: string): Promise<boolean>;
  /** Forgets what was counted so long ago that a copy would be looked up in ClickHouse. */
  forgetOld(): Promise<void>;
  /** Age in seconds of the oldest delivery that is not counted; 0 where there is none. */
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
      // By a statement of its own: the first one does not see what another process took for the same delivery while it
      // waited for it, and a delivery that seems to have taken nothing would be marked as counted before it is.
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
