import type { CountedBatches } from "./readClicks.ts";

const maxima = {
  /** Maximum batches per read, because their ids are sent to ClickHouse in a URL. One message may contain more. */
  batchesAtOnce: 2000,
  linksAtOnce: 2000,
  /** Maximum waiting batch and link ids; beyond it everything is read again. */
  waiting: 50_000,
  /** Maximum remembered batches; a remembered batch is not queued again. */
  known: 20_000,
};

/** Deduplicated queue of announced batches to read, in bounded memory. */
export interface Pending {
  /** Queues announced batches; returns false if all are known already, or no links were clicked. */
  add(batchIds: readonly string[], linkIds: ReadonlySet<string>): boolean;
  isEmpty(): boolean;
  /** Takes the oldest waiting batches. */
  take(): CountedBatches | null;
  /** Returns batches to the queue if they cannot be read now. */
  requeue(taken: CountedBatches): void;
  /** Marks the taken batches that ClickHouse has; the others may be announced again. */
  found(batchIds: readonly string[], taken: CountedBatches): void;
  /** Requires a full read of the window, because messages may have been missed. */
  reset(): void;
  /** Returns whether the window must be read again, once per reset. */
  takeReset(): boolean;
}

/** Creates an empty queue. `max` is for tests. */
export function createPending(max = maxima): Pending {
  let waiting: CountedBatches[] = [];
  const known = new Set<string>();
  let isReset = false;
  let size = 0;

  const reset = (): void => {
    waiting = [];
    known.clear();
    size = 0;
    isReset = true;
  };
  const resize = (by: number): void => {
    size += by;
    if (size > max.waiting) reset();
  };

  return {
    add(announced, linkIds) {
      const batchIds = announced.filter((id) => !known.has(id));
      if (batchIds.length === 0 || linkIds.size === 0) return false;
      for (const id of batchIds) known.add(id);
      for (const oldest of known) {
        if (known.size <= max.known) break;
        known.delete(oldest);
      }
      const batches = { batchIds, linkIds: linkIds.size > max.linksAtOnce ? null : [...linkIds] };
      waiting.push(batches);
      resize(sizeOf(batches));
      return true;
    },
    isEmpty: () => waiting.length === 0 && !isReset,
    take() {
      const batchIds: string[] = [];
      let linkIds: Set<string> | null = new Set();
      let taken = 0;
      for (const next of waiting) {
        if (taken > 0 && batchIds.length + next.batchIds.length > max.batchesAtOnce) break;
        batchIds.push(...next.batchIds);
        linkIds = next.linkIds && linkIds ? new Set([...linkIds, ...next.linkIds]) : null;
        if (linkIds && linkIds.size > max.linksAtOnce) linkIds = null;
        size -= sizeOf(next);
        taken++;
      }
      waiting = waiting.slice(taken);
      return taken > 0 ? { batchIds, linkIds: linkIds && [...linkIds] } : null;
    },
    requeue(taken) {
      waiting = [taken, ...waiting];
      resize(sizeOf(taken));
    },
    found(batchIds, taken) {
      const there = new Set(batchIds);
      for (const id of taken.batchIds) if (!there.has(id)) known.delete(id);
    },
    reset,
    takeReset() {
      const was = isReset;
      isReset = false;
      return was;
    },
  };
}

function sizeOf({ batchIds, linkIds }: CountedBatches): number {
  return batchIds.length + (linkIds?.length ?? 0);
}
