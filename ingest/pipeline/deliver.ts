import type { Batch, LogRecord } from "@hoplog/platform/log/port.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { untilWorks } from "@hoplog/platform/retry/untilWorks.js";
import type { DeadLetters } from "../deadLetters/deadLetters.ts";
import type { ErasedAmong, ErasureGuard } from "../erasure/guard.ts";
import { uuidText } from "../clicks/ids.ts";
import { countBatch, type Counting, type PreparedBatch } from "./countBatch.ts";
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
 * While ClickHouse writes one batch, the next one is made. Of small ones more are under way: an insert has a cost of its
 * own, and ClickHouse is to have one at any time. More large ones would only make each of them wait for the others.
 */
function inFlightOf(records: readonly LogRecord[]): number {
  return records.some(({ value }) => value && value.length > largeBytes) ? 2 : 4;
}

/** Some 10,000 clicks. */
const largeBytes = 1_000_000;

/**
 * Counts each record, however long ClickHouse is away, and puts those aside that can't be read. Resolves when all are
 * counted; rejects only when told to end before that.
 */
export function createDelivering(pipeline: Pipeline): Delivering {
  const { counting, logger } = pipeline;
  let trouble: Error | null = null;

  async function count(record: LogRecord): Promise<void> {
    try {
      await pipeline.erasures.write(async (erasedAmong) => {
        const begunAt = Date.now();
        const prepared = await pipeline.prepare(record, erasedAmong);
        counting.traces.step(uuidText(prepared.batch.id), "enrich", begunAt, Date.now());
        await countBatch(counting, prepared);
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

  return {
    deliver: ({ records }) => forEachAtMost(records, inFlightOf(records), countUntilDone),
    check: () => (trouble ? Promise.reject(trouble) : Promise.resolve()),
  };
}

/** Starts in order, with so many at a time. The first failure rejects, after what is under way has ended. */
async function forEachAtMost<T>(items: readonly T[], most: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  const results = await Promise.allSettled(Array.from({ length: most }, worker));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
