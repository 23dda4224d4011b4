import { createBackoff } from "../../retry/backoff.ts";
import { quietly, unlessAborted } from "../../retry/unlessAborted.ts";
import type { Logger } from "../../logging/logger.ts";
import type { Batch } from "../port.ts";
import { toPosition, type Point } from "./position.ts";
import type { ReadBatch } from "./readBatch.ts";
import type { WakeUps } from "../../retry/wakeUps.ts";

export interface Delivery {
  readonly from: Point;
  read(after: Point): Promise<ReadBatch>;
  deliver(batch: Batch): Promise<void>;
  commit(point: Point): Promise<void>;
  readonly wakeUps: WakeUps;
  readonly logger: Logger;
}

/** A notification can be missed (a lost connection, a transaction that held records back): look by ourselves too. */
const pollMs = 1000;

/**
 * Reads, delivers and commits until one of the signals is aborted; rejects when reading or committing fails. The next
 * batch is read while the last one is delivered. `ending` lets a running delivery finish and commits it; `abandoned`
 * returns at once and commits nothing more.
 */
export async function deliverUntilEnd(delivery: Delivery, ending: AbortSignal, abandoned: AbortSignal): Promise<void> {
  const over = new AbortController();
  const reading = AbortSignal.any([ending, over.signal]);
  try {
    let ahead = quietly(nextBatch(delivery, delivery.from, reading));
    for (;;) {
      const batch = await unlessAborted(ahead, abandoned);
      if (batch === null || ending.aborted) return;
      ahead = quietly(nextBatch(delivery, batch.next, reading));
      const delivered = await deliverWithRetries(delivery, batch, ending, abandoned);
      if (!delivered) return;
      await delivery.commit(batch.next);
    }
  } finally {
    over.abort();
  }
}

/** Resolves with null when told to end before there was anything. */
async function nextBatch(delivery: Delivery, after: Point, ending: AbortSignal): Promise<ReadBatch | null> {
  const unsettledPause = createBackoff(4, 200);
  while (!ending.aborted) {
    const batch = await delivery.read(after);
    if (batch.records.length > 0) return batch;
    if (batch.unsettled) {
      await unsettledPause.pause(ending);
    } else {
      unsettledPause.reset();
      await delivery.wakeUps.sleep(pollMs, ending);
    }
  }
  return null;
}

async function deliverWithRetries(
  delivery: Delivery,
  batch: ReadBatch,
  ending: AbortSignal,
  abandoned: AbortSignal,
): Promise<boolean> {
  const backoff = createBackoff(100, 5000);
  for (;;) {
    try {
      const running = delivery.deliver({ records: batch.records, position: toPosition(batch.next) });
      await unlessAborted(quietly(running), abandoned);
      return !abandoned.aborted;
    } catch (error) {
      delivery.logger.warn({ err: error }, "a delivery failed and will be tried again");
      await backoff.pause(ending);
      if (ending.aborted) return false;
    }
  }
}
