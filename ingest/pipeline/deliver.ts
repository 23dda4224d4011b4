import type { Batch, LogRecord } from "@hoplog/platform/log/port.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { Pool } from "@hoplog/platform/postgres/pool.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { retry } from "@hoplog/platform/retry/retry.js";
import { hash } from "node:crypto";
import type { CountedBatches, Taken } from "../deliveries/counted.ts";
import type { DeliveryStore } from "../deliveries/intents.ts";
import { notCounted } from "../deliveries/late.ts";
import { readRecords, type ReadRecords } from "../batch/readRecords.ts";
import { writeDelivery, type Destination, type Written } from "./writeDelivery.ts";

export interface Pipeline {
  readonly topic: string;
  readonly deliveries: DeliveryStore;
  readonly counted: CountedBatches;
  readonly destination: Destination;
  /** Pool of the database with the table of dead letters. */
  readonly pool: Pool;
  readonly logger: Logger;
  /** Aborted when ingest stops: deliveries not counted by then stay uncommitted. */
  readonly ending: AbortSignal;
}

/** A batch of records, without its position, which the consumer manages. */
type Delivered = Pick<Batch, "records" | "intentId">;

export interface Delivering {
  deliver(batch: Delivered): Promise<void>;
  /** Rejects with the last error while deliveries fail. */
  check(): Promise<void>;
}

/** A delivery that is being written to ClickHouse. */
interface Delivery extends ReadRecords {
  readonly id: string;
  /** Whether the delivery certainly has no batches yet; false if unknown. */
  isNew: boolean;
}

/**
 * Counts each delivery, with retries after every failure, and stores unreadable records as dead letters. `deliver`
 * resolves when all is counted, and rejects if ingest stops before that.
 */
export function createDelivering(pipeline: Pipeline): Delivering {
  const { topic, deliveries, counted, destination, pool, logger } = pipeline;
  const { metrics } = destination;
  let trouble: Error | null = null;

  async function deliver({ records, intentId }: Delivered): Promise<void> {
    if (intentId === null) throw new TypeError("the delivery to store has no ID");
    const delivery = { id: intentId, isNew: deliveries.takeNew(intentId), ...readRecords(records) };
    await untilDone(() => storeUnreadable(delivery));
    await untilDone(() => count(delivery));
  }

  async function untilDone(attempt: () => Promise<void>): Promise<void> {
    await retry(attempt, {
      signal: pipeline.ending,
      onFailure(error) {
        trouble = error instanceof Error ? error : new Error(String(error));
        logger.warn({ err: error }, "could not count a delivery; retrying");
      },
    });
    trouble = null;
  }

  async function storeUnreadable({ unreadable }: Delivery): Promise<void> {
    for (const { record, error } of unreadable) await storeDeadLetter(pool, topic, record, error.message);
    for (const { error } of unreadable) {
      metrics.deadLetters.inc();
      metrics.batches.inc({ result: "dead" });
      logger.error({ err: error, topic }, "ALARM: a record is unreadable and was stored in dead_letter");
    }
  }

  async function count(delivery: Delivery): Promise<void> {
    const taken = await take(delivery);
    if (taken === null) return;
    const rulesVersion = await deliveries.rulesVersionOf(delivery.id);
    const written = await writeDelivery(destination, { ...delivery, taken, rulesVersion });
    const isFirst = await counted.complete(delivery.id);
    report(delivery, taken, isFirst ? written : null);
  }

  /**
   * Takes the delivery's batches. A delivery that took batches earlier has exactly those. Returns null if it is already
   * counted.
   */
  async function take(delivery: Delivery): Promise<Taken | null> {
    const { id, batches, isNew } = delivery;
    delivery.isNew = false;
    const before: Taken | null = isNew ? new Set() : await counted.takenBy(id);
    if (before === null || before.size > 0) return before;
    const left = await notCounted(destination.client, batches, Date.now());
    return left.length === 0
      ? before
      : counted.take(
          id,
          left.map(({ batch }) => batch.id),
        );
  }

  /**
   * Updates metrics. If several processes finish one delivery, only the first counts it; for the other processes
   * `written` is null.
   */
  function report({ batches, copies }: Delivery, taken: Taken, written: Written | null): void {
    const mine = batches.filter(({ id }) => taken.has(id));
    for (const { batch } of mine) {
      if (batch.size > 0) metrics.newestCounted(batch.base + (batch.at.at(-1) ?? 0));
    }
    if (!written) return;
    metrics.clicks.inc(written.clicks);
    metrics.misses.inc(written.misses);
    metrics.batches.inc({ result: "written" }, mine.length);
    metrics.batches.inc({ result: "repeated" }, batches.length - mine.length + copies);
  }

  return {
    deliver,
    check: () => (trouble ? Promise.reject(trouble) : Promise.resolve()),
  };
}

/** Stores an unreadable record unchanged. Idempotent. */
async function storeDeadLetter(pool: Pool, topic: string, record: LogRecord, reason: string): Promise<void> {
  const value = Buffer.from(record.value ?? []);
  await pool.query(
    sql`INSERT INTO dead_letter (topic, digest, value, reason, recorded_at)
     VALUES (${topic}, ${hash("sha256", value, "buffer")}, ${value}, ${reason},
       to_timestamp(${record.recordedAt}::float8 / 1000)) ON CONFLICT DO NOTHING`,
  );
}
