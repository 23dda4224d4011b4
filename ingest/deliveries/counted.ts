import type { Pool } from "@hoplog/platform/postgres/pool.js";
import { uuidArray } from "@hoplog/platform/postgres/uuidArray.js";

/** Longer than a batch may be on its way and not be looked up in ClickHouse (see `late.ts`). */
const keptAfter = "1 hour";

/** What of a batch a delivery counts: of a late one, a half may have been counted before. */
export type Part = "all" | "clicks" | "misses";

/** The batches of a delivery, by their ids as texts. */
export type Taken = ReadonlyMap<string, Part>;

export interface Offered {
  /** 16 bytes. */
  readonly id: Uint8Array;
  readonly part: Part;
}

/** Which batches each delivery counts. */
export interface CountedBatches {
  /** The batches that a delivery has taken; null where it is counted, or gone because it was counted long ago. */
  takenBy(delivery: string): Promise<Taken | null>;
  /**
   * Takes those of the batches that no other delivery has. Gives all that this one has then. May be repeated, also by two
   * processes at once.
   */
  take(delivery: string, batches: readonly Offered[]): Promise<Taken>;
  /** To be called when all of the delivery is in ClickHouse. False where somebody has said so before. */
  complete(delivery: string): Promise<boolean>;
  /** Forgets what was counted so long ago that a copy would be looked up in ClickHouse. */
  forgetOld(): Promise<void>;
  /** Age in seconds of the oldest delivery that is not counted; 0 where there is none. */
  oldestOpen(): Promise<number>;
}

interface Row {
  readonly id: string;
  readonly part: Part;
}

export function createCountedBatches(pool: Pool): CountedBatches {
  const takenOf = (rows: readonly Row[]): Taken => new Map(rows.map(({ id, part }) => [id, part]));
  return {
    async takenBy(delivery) {
      const { rows } = await pool.query<Row | { id: null; part: null }>(
        `SELECT b.id, b.part FROM click_delivery AS d LEFT JOIN counted_batch AS b ON b.delivery = d.id
         WHERE d.id = $1 AND d.counted_at IS NULL`,
        [delivery],
      );
      return rows.length === 0 ? null : takenOf(rows.filter((row) => row.id !== null));
    },

    async take(delivery, batches) {
      await pool.query({
        name: "take_batches",
        text: `
          INSERT INTO counted_batch (id, part, delivery)
          SELECT id, part, $3 FROM unnest($1::uuid[], $2::text[]) AS given (id, part)
          ORDER BY id ON CONFLICT DO NOTHING`,
        values: [uuidArray(Buffer.concat(batches.map(({ id }) => id))), batches.map(({ part }) => part), delivery],
      });
      // By a statement of its own: the first one does not see what another process took for the same delivery while it
      // waited for it, and a delivery that seems to have taken nothing would be marked as counted before it is.
      const { rows } = await pool.query<Row>({
        name: "taken_batches",
        text: "SELECT id, part FROM counted_batch WHERE delivery = $1",
        values: [delivery],
      });
      return takenOf(rows);
    },

    async complete(delivery) {
      const { rowCount } = await pool.query({
        name: "complete_delivery",
        text: "UPDATE click_delivery SET counted_at = now() WHERE id = $1 AND counted_at IS NULL",
        values: [delivery],
      });
      return rowCount === 1;
    },

    async forgetOld() {
      await pool.query(
        `WITH old AS (DELETE FROM click_delivery WHERE counted_at < now() - interval '${keptAfter}' RETURNING id)
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
