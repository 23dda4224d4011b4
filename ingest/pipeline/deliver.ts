import { hash } from "node:crypto";
import { Semaphore } from "async-mutex";
import type { Batch, LogRecord } from "@hoplog/platform/log/port.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { Pool } from "@hoplog/platform/postgres/pool.js";
import { retry } from "@hoplog/platform/retry/retry.js";
import { uuidText } from "@hoplog/schema/uuid.js";
import type { Enrichment } from "../clicks/columns.ts";
import type { ErasureGuard } from "../erasure/erasure.ts";
import type { SaltStore } from "../visitors/salts.ts";
import { prepareBatch, UnreadableRecord } from "./prepareBatch.ts";
import { writeBatch, type Destination } from "./writeBatch.ts";

export interface Pipeline {
  readonly topic: string;
  readonly enrichment: Enrichment;
  readonly salts: SaltStore;
  readonly erasures: ErasureGuard;
  readonly destination: Omit<Destination, "inserts">;
  /** Has the table of dead letters. */
  readonly pool: Pool;
  readonly logger: Logger;
  /** Aborted when ingest is to stop: what has not been counted by then stays uncommitted. */
  readonly ending: AbortSignal;
}

export interface Delivering {
  deliver(batch: Batch): Promise<void>;
  /** Rejects with what has gone wrong, as long as it goes wrong. */
  check(): Promise<void>;
}

/**
 * ClickHouse is to have two large batches, or four small ones, at any time: an insert has a cost of its own, and more large
 * ones would only make each of them wait for the others. While it writes those, the next ones are made.
 */
const maxInserts = 4;
const maxInFlight = 6;

function weightOf({ value }: LogRecord): number {
  return value && value.length > largeBytes ? 2 : 1;
}

/** Some 18,000 clicks. */
const largeBytes = 1_000_000;

/**
 * Counts each record, however long ClickHouse is away, and puts those aside that can't be read. Resolves when all are
 * counted; rejects only when aborted before that.
 */
export function createDelivering(pipeline: Pipeline): Delivering {
  const { topic, enrichment, salts, logger } = pipeline;
  const destination = { ...pipeline.destination, inserts: new Semaphore(maxInserts) };
  const { metrics, traces } = destination;
  const inFlight = new Semaphore(maxInFlight);
  let trouble: Error | null = null;

  /** The first failure rejects, after what is under way has ended. */
  async function deliver({ records }: Batch): Promise<void> {
    const counted: Promise<void>[] = [];
    for (const record of records) {
      const [, leave] = await inFlight.acquire(weightOf(record));
      counted.push(countUntilDone(record).finally(leave));
    }
    for (const result of await Promise.allSettled(counted)) if (result.status === "rejected") throw result.reason;
  }

  async function countUntilDone(record: LogRecord): Promise<void> {
    await retry(() => count(record), {
      signal: pipeline.ending,
      onFailure(error) {
        trouble = error instanceof Error ? error : new Error(String(error));
        logger.warn({ err: error }, "could not count a batch yet");
      },
    });
    trouble = null;
  }

  async function count(record: LogRecord): Promise<void> {
    try {
      await pipeline.erasures.write(async (withoutErased) => {
        const begunAt = Date.now();
        const prepared = await prepareBatch(record, enrichment, salts, withoutErased);
        traces.step(uuidText(prepared.batch.id), "enrich", begunAt, Date.now());
        await writeBatch(destination, prepared, weightOf(record));
      });
    } catch (error) {
      if (!(error instanceof UnreadableRecord)) throw error;
      await keepDeadLetter(record, error.message);
      metrics.deadLetters.inc();
      metrics.batches.inc({ result: "dead" });
      logger.error({ err: error, topic }, "ALARM: a record can't be read; it lies in dead_letter");
    }
  }

  /** Keeps the record as it is. The same one again changes nothing. */
  async function keepDeadLetter(record: LogRecord, reason: string): Promise<void> {
    const value = Buffer.from(record.value ?? []);
    await pipeline.pool.query(
      `INSERT INTO dead_letter (topic, digest, value, reason, recorded_at)
       VALUES ($1, $2, $3, $4, to_timestamp($5::float8 / 1000)) ON CONFLICT DO NOTHING`,
      [topic, hash("sha256", value, "buffer"), value, reason, record.recordedAt],
    );
  }

  return {
    deliver,
    check: () => (trouble ? Promise.reject(trouble) : Promise.resolve()),
  };
}
