import type { Batch, LogRecord } from "@hoplog/platform/log/port.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { untilWorks } from "@hoplog/platform/retry/untilWorks.js";
import type { DeadLetters } from "../deadLetters/deadLetters.ts";
import type { ErasedAmong, ErasureGuard } from "../erasure/guard.ts";
import { uuidText } from "@hoplog/schema/uuid.js";
import { countBatch, type Counting, type PreparedBatch } from "./countBatch.ts";
import { createSlots } from "./slots.ts";
import { UnreadableRecord } from "./prepareBatch.ts";

export interface Pipeline {
  readonly topic: string;
  readonly counting: Counting;
  readonly deadLetters: DeadLetters;
  readonly erasures: ErasureGuard;
  readonly prepare: (record: LogRecord, erasedAmong: ErasedAmong) => Promise<PreparedBatch>;
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
const inserts = 4;
const underWay = 6;

function weightOf({ value }: LogRecord): number {
  return value && value.length > largeBytes ? 2 : 1;
}

/** Some 18,000 clicks. */
const largeBytes = 1_000_000;

/**
 * Counts each record, however long ClickHouse is away, and puts those aside that can't be read. Resolves when all are
 * counted; rejects only when told to end before that.
 */
export function createDelivering(pipeline: Pipeline): Delivering {
  const { counting, logger } = pipeline;
  const [room, insertRoom] = [createSlots(underWay), createSlots(inserts)];
  let trouble: Error | null = null;

  async function count(record: LogRecord): Promise<void> {
    try {
      await pipeline.erasures.write(async (erasedAmong) => {
        const begunAt = Date.now();
        const prepared = await pipeline.prepare(record, erasedAmong);
        counting.traces.step(uuidText(prepared.batch.id), "enrich", begunAt, Date.now());
        await countBatch(counting, prepared, () => insertRoom.enter(weightOf(record)));
      });
    } catch (error) {
      if (!(error instanceof UnreadableRecord)) throw error;
      await pipeline.deadLetters.bury(pipeline.topic, record, error.message);
      counting.metrics.deadLetters.inc();
      counting.metrics.batches.inc({ result: "dead" });
      logger.error({ err: error, topic: pipeline.topic }, "ALARM: a record can't be read; it lies in dead_letter");
    }
  }

  async function countUntilDone(record: LogRecord): Promise<void> {
    await untilWorks(() => count(record), {
      signal: pipeline.ending,
      onFailure(error) {
        trouble = error instanceof Error ? error : new Error(String(error));
        logger.warn({ err: error }, "could not count a batch yet");
      },
    });
    trouble = null;
  }

  /** The first failure rejects, after what is under way has ended. */
  async function deliver({ records }: Batch): Promise<void> {
    const counted: Promise<void>[] = [];
    for (const record of records) {
      const leave = await room.enter(weightOf(record));
      counted.push(countUntilDone(record).finally(leave));
    }
    for (const result of await Promise.allSettled(counted)) if (result.status === "rejected") throw result.reason;
  }

  return {
    deliver,
    check: () => (trouble ? Promise.reject(trouble) : Promise.resolve()),
  };
}
