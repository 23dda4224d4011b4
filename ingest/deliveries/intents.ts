import { hash, randomUUID } from "node:crypto";
import type { Intent, Intents, LogRecord, RecordRange } from "@hoplog/platform/log/port.js";
import type { Pool } from "@hoplog/platform/postgres/pool.js";
import { named, raw, sql } from "@hoplog/platform/postgres/sql.js";
import { rulesExist } from "../rules/rules.ts";

export interface DeliveryStore extends Intents {
  /** Returns an existing delivery; null if there is none. */
  find(range: RecordRange, record: LogRecord): Promise<Intent | null>;
  /**
   * Returns whether this process has just created the delivery, so that none of it can have been written. Returns true
   * only once.
   */
  takeNew(id: string): boolean;
  /** Returns the version of the workspaces' rules that classify a delivery, fixed when it was opened. */
  rulesVersionOf(id: string): Promise<number>;
}

interface Row {
  readonly id: string;
  readonly last: string;
  readonly isNew: boolean;
  readonly isSame: boolean;
}

/**
 * Stores deliveries in Postgres, one per position in the log: two processes that start at the same position get the
 * same delivery.
 */
export function createDeliveryStore(pool: Pool): DeliveryStore {
  const opened = new Set<string>();
  let haveRules = false;

  /**
   * Frees a position that a delivery of a deleted topic occupies. A counted delivery retains its batches and gets
   * another position; an uncounted delivery is deleted with its batches.
   */
  async function releasePosition(id: string): Promise<void> {
    await pool.query(
      sql`WITH lost AS (DELETE FROM click_delivery WHERE id = ${id} AND counted_at IS NULL RETURNING id)
       DELETE FROM counted_batch WHERE delivery IN (SELECT id FROM lost)`,
    );
    await pool.query(sql`UPDATE click_delivery SET first = id::text WHERE id = ${id}`);
  }

  async function open(range: RecordRange, record: LogRecord) {
    const digest = digestOf(record);
    haveRules ||= await rulesExist(pool);
    const version = haveRules ? "coalesce((SELECT version FROM bot_rules_clock), 0)" : "0";
    for (;;) {
      const { rows } = await pool.query<Row>(
        named(
          haveRules ? "open_judged_delivery" : "open_delivery",
          sql`
          WITH opened AS (
            INSERT INTO click_delivery (id, log, partition, first, last, digest, rules_version)
            VALUES (${randomUUID()}, ${range.log}, ${range.partition}, ${range.first}, ${range.last}, ${digest}, ${raw(version)})
            ON CONFLICT (log, partition, first) DO NOTHING RETURNING id, last
          )
          SELECT id, last, true AS "isNew", true AS "isSame" FROM opened
          UNION ALL
          SELECT id, last, false, digest = ${digest} FROM click_delivery WHERE log = ${range.log}
            AND partition = ${range.partition} AND first = ${range.first}`,
        ),
      );
      const [found] = rows;
      if (found?.isNew) opened.add(found.id);
      if (found?.isSame) return { id: found.id, last: found.last };
      // Another process created the delivery at the same time, or the stored one belongs to a deleted topic.
      if (found) await releasePosition(found.id);
    }
  }

  async function find({ log, partition, first }: RecordRange, record: LogRecord): Promise<Intent | null> {
    const { rows } = await pool.query<Intent>(
      sql`SELECT id, last FROM click_delivery WHERE log = ${log} AND partition = ${partition} AND first = ${first}
        AND digest = ${digestOf(record)}`,
    );
    return rows[0] ?? null;
  }

  async function rulesVersionOf(id: string): Promise<number> {
    const { rows } = await pool.query<{ version: number }>(
      named("rules_of_delivery", sql`SELECT rules_version::float8 AS version FROM click_delivery WHERE id = ${id}`),
    );
    return rows[0]?.version ?? 0;
  }

  return { open, find, takeNew: (id) => opened.delete(id), rulesVersionOf };
}

/** Opens only existing deliveries; throws an Error if there is none. */
export function begunOnly(deliveries: DeliveryStore): Intents {
  return {
    async open(range, record) {
      const found = await deliveries.find(range, record);
      if (!found) throw new Error("no delivery has been started for the given range");
      return found;
    },
  };
}

function digestOf({ value }: LogRecord): Buffer {
  return hash("sha256", Buffer.from(value ?? []), "buffer");
}
