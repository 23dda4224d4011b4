import { createBackoff } from "../../retry/retry.ts";
import { quietly, unlessAborted } from "../../retry/unlessAborted.ts";
import type { Logger } from "../../logging/logger.ts";
import { deliverWithRetries } from "../deliverWithRetries.ts";
import type { Batch } from "../port.ts";
import { toPosition, type Point } from "./position.ts";
import type { ReadBatch } from "./readBatch.ts";
import type { Notifier } from "../../retry/notifier.ts";

/** Functions for a consumer whose deliveries are stored before they begin. */
export interface Gathering {
  isFull(batch: ReadBatch): boolean;
  /** Resolves when a batch that is not full may be delivered. */
  pace(signal: AbortSignal): Promise<void>;
  /** Returns the batch extended by newer records, as far as they fit. */
  more(batch: ReadBatch): Promise<ReadBatch>;
  /** Stores the delivery. May return another batch from the same position if one was stored before. */
  open(batch: ReadBatch, after: Point): Promise<OpenedBatch>;
}

export interface OpenedBatch extends ReadBatch {
  readonly intentId: string | null;
}

export interface Delivery {
  readonly from: Point;
  read(after: Point): Promise<ReadBatch>;
  /** Decides which of the read records are delivered, and under which id; see {@link Gathering}. */
  readonly gathering: Gathering | null;
  deliver(batch: Batch): Promise<void>;
  commit(point: Point): Promise<void>;
  /** Maximum number of concurrent deliveries. */
  readonly maxConcurrent: number;
  readonly notifier: Notifier;
  readonly logger: Logger;
}

/**
 * Polling interval in milliseconds, because a notification can be lost with its connection. Records that an open
 * transaction holds back are polled sooner.
 */
const pollMs = 5000;

/** A running delivery. */
interface InFlight {
  readonly next: Point;
  /** Resolves with whether the delivery succeeded; false if it was aborted before that. */
  readonly done: Promise<boolean>;
}

type Step =
  | { readonly kind: "read"; readonly batch: OpenedBatch | null }
  | { readonly kind: "unreadable"; readonly error: unknown }
  | { readonly kind: "delivered"; readonly done: boolean };

/**
 * Reads, delivers and commits until one of the signals is aborted; rejects if reading or committing fails. The next
 * batch is read while others are delivered. When `ending` is aborted, running deliveries finish and are committed; when
 * `abandoned` is aborted, it returns immediately and commits nothing more. In all other cases no delivery is running
 * when it returns or rejects: uncommitted records are delivered again, but never twice at the same time.
 */
export async function deliverUntilEnd(delivery: Delivery, ending: AbortSignal, abandoned: AbortSignal): Promise<void> {
  const over = new AbortController();
  const reading = AbortSignal.any([ending, over.signal]);
  const inFlight: InFlight[] = [];
  const readAfter = (point: Point): Promise<Step> =>
    nextDelivery(delivery, point, () => Promise.all(inFlight.map(({ done }) => done)), reading).then(
      (batch) => ({ kind: "read", batch }),
      (error: unknown) => ({ kind: "unreadable", error }),
    );
  let nextRead: Promise<Step> | null = readAfter(delivery.from);
  let failure: { readonly error: unknown } | null = null;
  try {
    while (nextRead || inFlight.length > 0) {
      const [oldest] = inFlight;
      const steps: Promise<Step>[] = [];
      if (oldest) steps.push(oldest.done.then((done) => ({ kind: "delivered", done })));
      if (nextRead && inFlight.length < delivery.maxConcurrent) steps.push(nextRead);
      const step: Step | null = await unlessAborted(Promise.race(steps), abandoned);
      if (step === null) return;
      if (step.kind === "unreadable") {
        nextRead = null;
        failure = step;
      } else if (step.kind === "read") {
        nextRead = null;
        if (step.batch === null || ending.aborted) continue;
        inFlight.push({
          next: step.batch.next,
          done: quietly(deliverOpened(delivery, step.batch, reading, abandoned)),
        });
        nextRead = readAfter(step.batch.next);
      } else {
        if (!step.done || !oldest) return;
        await delivery.commit(oldest.next);
        inFlight.shift();
      }
    }
    if (failure) throw failure.error;
  } finally {
    over.abort();
    await unlessAborted(Promise.all(inFlight.map(({ done }) => done)), abandoned);
  }
}

/**
 * Returns the next delivery after a point. With {@link Gathering}, a full one begins immediately; otherwise it waits
 * until no other runs and the pace allows it, and adds the records that have arrived since. Null if aborted before
 * that.
 */
async function nextDelivery(
  delivery: Delivery,
  after: Point,
  othersDone: () => Promise<unknown>,
  ending: AbortSignal,
): Promise<OpenedBatch | null> {
  const { gathering } = delivery;
  let batch = await nextBatch(delivery, after, ending);
  if (!batch || !gathering) return batch && { ...batch, intentId: null };
  if (!gathering.isFull(batch)) {
    await unlessAborted(othersDone(), ending);
    await gathering.pace(ending);
    if (ending.aborted) return null;
    batch = await gathering.more(batch);
  }
  return gathering.open(batch, after);
}

/** Returns the next batch with records; null if aborted before there are any. */
async function nextBatch(delivery: Delivery, after: Point, ending: AbortSignal): Promise<ReadBatch | null> {
  const unsettledPause = createBackoff(4, 200);
  while (!ending.aborted) {
    const batch = await delivery.read(after);
    if (batch.records.length > 0) return batch;
    if (batch.unsettled) {
      await unsettledPause.pause(ending);
    } else {
      unsettledPause.reset();
      await delivery.notifier.wait(pollMs, ending);
    }
  }
  return null;
}

/**
 * Delivers with retries. Resolves with false if `ending` is aborted between two attempts, or `abandoned` before it has
 * succeeded.
 */
async function deliverOpened(
  { deliver, logger }: Delivery,
  { records, next, intentId }: OpenedBatch,
  ending: AbortSignal,
  abandoned: AbortSignal,
): Promise<boolean> {
  const batch = { records, position: toPosition(next), intentId };
  const done = await deliverWithRetries(() => unlessAborted(deliver(batch), abandoned), ending, logger);
  return done && !abandoned.aborted;
}
