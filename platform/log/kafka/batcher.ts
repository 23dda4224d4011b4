import { unlessAborted } from "../../retry/unlessAborted.ts";
import type { Logger } from "../../logging/logger.ts";
import { deliverWithRetries } from "../deliverWithRetries.ts";
import type { Batch, DeliveryLimits, Position } from "../port.ts";
import { withHeartbeats } from "./heartbeats.ts";
import type { PartitionOffsets } from "./position.ts";
import { nextRound, type Backlog, type Round, type Span } from "./rounds.ts";
import type { Fetched } from "./session.ts";

export interface BatcherSettings {
  readonly limits: DeliveryLimits;
  readonly deliver: (batch: Batch) => Promise<void>;
  readonly positionOf: (offsets: PartitionOffsets) => Position;
  /** Returns the reader's offsets, which are replaced after each delivery. */
  offsets(): PartitionOffsets;
  setOffsets(offsets: PartitionOffsets): void;
  readonly logger: Logger;
  /** When aborted, a running delivery still finishes. */
  readonly ending: AbortSignal;
  /** When aborted, `take` resolves without waiting for a running delivery. */
  readonly abandoned: AbortSignal;
}

export interface Batcher {
  /**
   * Resolves with true when all records are delivered, or with false if `ending` or `abandoned` is aborted before that.
   * Rejects if the group is rebalanced.
   */
  take(fetched: Fetched): Promise<boolean>;
}

/** Milliseconds that a delivery may continue during a rebalance; half of the group's rebalance timeout. */
const graceMs = 10_000;

interface Waiting extends Backlog {
  readonly part: Fetched;
  at: number;
  resolve(delivered: boolean): void;
  reject(error: unknown): void;
}

/**
 * Delivers the fetched records of several partitions to a follower, one batch at a time, with retries. A delivery that
 * outlasts a rebalance continues, but nothing else is delivered until it ends; if it succeeds, its records are skipped
 * when they are fetched again.
 */
export function createBatcher(settings: BatcherSettings): Batcher {
  const { limits, logger, ending, abandoned } = settings;
  const delivered = new Map<number, Span>();
  let waiting: Waiting[] = [];
  let pumping = false;
  let leftBehind: Promise<unknown> | null = null;

  async function pump(): Promise<void> {
    pumping = true;
    try {
      for (let first = waiting[0]; first; first = waiting[0]) {
        if (ending.aborted || abandoned.aborted) break;
        if (leftBehind) {
          await unlessAborted(
            withHeartbeats(leftBehind, first.part.heartbeat, 0),
            AbortSignal.any([ending, abandoned]),
          );
          leftBehind = null;
          continue;
        }
        await deliverAndMove(nextRound(waiting, limits, delivered), first.part);
      }
      for (const one of waiting.splice(0)) one.resolve(false);
    } catch (error) {
      for (const one of waiting.splice(0)) one.reject(error);
    } finally {
      pumping = false;
    }
  }

  async function deliverAndMove(round: Round<Waiting>, { heartbeat }: Fetched): Promise<void> {
    const offsets = new Map(settings.offsets());
    for (const { backlog, span, newest } of round.slices) {
      const before = offsets.get(backlog.partition)?.newest ?? 0;
      offsets.set(backlog.partition, { offset: span.next, newest: Math.max(before, newest) });
    }
    const outcome = await deliverRound(round, settings.positionOf(offsets), heartbeat);
    if (!outcome?.result) return;
    settings.setOffsets(offsets);
    for (const { backlog, count, span } of round.slices) {
      delivered.delete(backlog.partition);
      backlog.at += count;
      backlog.part.onTaken(span.next);
      if (backlog.at === backlog.records.length) backlog.resolve(true);
    }
    waiting = waiting.filter(({ at, records }) => at < records.length);
    if (outcome.rebalancing) throw outcome.rebalancing;
  }

  /**
   * Delivers one round. Resolves with null if abandoned; the result is false if `ending` is aborted between two
   * attempts.
   */
  async function deliverRound(
    { slices, records }: Round<Waiting>,
    position: Position,
    heartbeat: Fetched["heartbeat"],
  ) {
    if (records.length === 0) return { result: true, rebalancing: null };
    const left = new AbortController();
    const delivery = deliverWithRetries(
      () => settings.deliver({ records, position, intentId: null }),
      AbortSignal.any([ending, left.signal]),
      logger,
    ).then((done) => {
      if (done) for (const { backlog, span } of slices) delivered.set(backlog.partition, span);
      return done;
    });
    try {
      return await unlessAborted(withHeartbeats(delivery, heartbeat, graceMs), abandoned);
    } catch (error) {
      left.abort();
      leftBehind = delivery;
      throw error;
    }
  }

  return {
    take(part) {
      if (part.records.length === 0) return Promise.resolve(true);
      return new Promise((resolve, reject) => {
        waiting.push({ part, partition: part.partition, records: part.records, at: 0, resolve, reject });
        if (!pumping) void pump();
      });
    },
  };
}
