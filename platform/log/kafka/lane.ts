import type { Semaphore } from "async-mutex";
import { createNotifier } from "../../retry/notifier.ts";
import { retry } from "../../retry/retry.ts";
import { quietly, unlessAborted } from "../../retry/unlessAborted.ts";
import type { Logger } from "../../logging/logger.ts";
import { deliverWithRetries } from "../deliverWithRetries.ts";
import { bytesOf, isFull, type Batch, type ConsumeOptions, type Intents, type Position } from "../port.ts";
import type { FetchedRecord } from "./rounds.ts";

/** The state that the deliveries of all partitions share during a consumption. */
export interface Delivering {
  readonly log: string;
  readonly options: ConsumeOptions;
  readonly intents: Intents;
  readonly deliver: (batch: Batch) => Promise<void>;
  readonly positionOf: (partition: number, next: number, newest: number) => Position;
  /** Limits the number of concurrent deliveries. */
  readonly slots: Semaphore;
  /**
   * Deliveries that are running, or have succeeded but are not committed. Running ones continue during a rebalance: if
   * this process gets the partition again, it waits for them instead of delivering the records twice.
   */
  readonly running: Map<string, Promise<boolean>>;
  readonly logger: Logger;
  /** When aborted, running deliveries still finish and are committed. */
  readonly ending: AbortSignal;
}

/** A partition that is assigned to this process, until it is revoked. */
export interface Lane {
  /** Resolves when more records may be fetched. */
  push(records: readonly FetchedRecord[]): Promise<void>;
  /** Starts no more deliveries. Resolves when a running delivery is committed, or `over` is aborted. */
  close(): Promise<void>;
}

export interface LaneSettings {
  readonly partition: number;
  /** Aborted when the partition may belong to another member; nothing is committed after that. */
  readonly over: AbortSignal;
  commit(next: number): Promise<void>;
}

/**
 * Delivers a partition's records one delivery at a time; records fetched during a delivery accumulate for the next one.
 */
export function createLane(delivering: Delivering, { partition, over, commit }: LaneSettings): Lane {
  const { options, intents, running, logger } = delivering;
  const closing = new AbortController();
  const stopping = AbortSignal.any([over, closing.signal, delivering.ending]);
  const filled = createNotifier();
  const drained = createNotifier();
  let waiting: FetchedRecord[] = [];
  /** Offset up to which records are fetched whatever their size, because a delivery that has begun needs them. */
  let needed = -1;

  /** Returns as many records as the limits allow; a larger record is delivered separately. */
  function within(): FetchedRecord[] {
    let bytes = 0;
    const end = waiting.findIndex(({ value }, i) => {
      bytes += value?.length ?? 0;
      return i > 0 && (i >= options.maxRecords || bytes > options.maxBytes);
    });
    return end < 0 ? [...waiting] : waiting.slice(0, end);
  }

  const isTooMuch = (): boolean => bytesOf(waiting) > options.maxBytes && (waiting.at(-1)?.offset ?? -1) >= needed;

  async function next(): Promise<void> {
    if (waiting.length === 0) {
      await filled.wait(idleMs, stopping);
      return;
    }
    if (!isFull(waiting, options)) await options.pace?.(stopping);
    const acquiring = delivering.slots.acquire();
    try {
      if ((await unlessAborted(acquiring, stopping)) !== null) await deliverNext();
    } finally {
      void acquiring.then(([, release]) => release());
    }
  }

  async function deliverNext(): Promise<void> {
    const [first, last] = [waiting[0], within().at(-1)];
    if (!first || !last || stopping.aborted) return;
    const range = { log: delivering.log, partition, first: String(first.offset), last: String(last.offset) };
    const intent = await retry(() => intents.open(range, first), {
      signal: stopping,
      onFailure: (error) => logger.warn({ err: error }, "could not start a delivery; retrying"),
    });
    const end = Number(intent.last);
    needed = end;
    drained.notify();
    while ((waiting.at(-1)?.offset ?? -1) < end && !stopping.aborted) await filled.wait(idleMs, stopping);
    if (stopping.aborted) return;
    const records = waiting.filter(({ offset }) => offset <= end);
    const newest = records.reduce((max, { recordedAt }) => Math.max(max, recordedAt), 0);
    const position = delivering.positionOf(partition, end + 1, newest);
    if (!(await delivered({ records, position, intentId: intent.id }, intent.id))) return;
    // Commits even while stopping: a finished delivery is committed as long as the partition is assigned to us.
    await retry(() => commit(end + 1), {
      signal: over,
      onFailure: (error) => logger.warn({ err: error }, "could not commit a delivery; retrying"),
    });
    running.delete(intent.id);
    waiting = waiting.slice(records.length);
    drained.notify();
  }

  async function delivered(batch: Batch, id: string): Promise<boolean> {
    const mine = running.get(id) ?? quietly(deliverWithRetries(() => delivering.deliver(batch), stopping, logger));
    running.set(id, mine);
    const [oldest] = running.keys();
    if (running.size > maxRunning && oldest !== undefined) running.delete(oldest);
    const done = await unlessAborted(mine, over);
    if (done === false) running.delete(id);
    return done === true;
  }

  const work = async (): Promise<void> => {
    while (!stopping.aborted)
      await next().catch((error: unknown) => {
        if (!stopping.aborted) logger.warn({ err: error }, "a delivery failed; retrying");
      });
  };
  const done = work();

  return {
    async push(records) {
      waiting.push(...records);
      filled.notify();
      while (isTooMuch() && !stopping.aborted) await drained.wait(idleMs, stopping);
    },
    async close() {
      closing.abort();
      await done;
    },
  };
}

/**
 * Maximum number of remembered deliveries, far above the number that run concurrently. Evicting the oldest is the only
 * way to remove deliveries that another group member committed.
 */
const maxRunning = 100;

/**
 * Timeout of a wait in ms; its value is not critical, because notifications are never missed and an abort ends the
 * wait.
 */
const idleMs = 60_000;
