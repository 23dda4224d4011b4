import { setTimeout } from "node:timers/promises";

export interface Pace {
  /** An insert of `rows` rows has taken `ms` milliseconds. */
  spent(ms: number, rows: number): void;
  /** Resolves when the next small insert may begin, or when the signal is aborted. Never rejects. */
  wait(signal: AbortSignal): Promise<void>;
}

/**
 * Small inserts take at most this share of the time: an insert costs ClickHouse much the same, whatever is in it, so
 * that visits one by one would keep it busy. After a silence the first one goes at once.
 */
const share = 1 / 16;

/** More is not held against an insert, or a slow machine would wait for seconds: half a second at most. */
const maxMs = 30;

/**
 * With so many rows in an insert, twice the share: the next one is to be expected as large, and the cost of a row is then
 * small however soon it goes. Under load the live counts wait for no more than a few inserts' time.
 */
const rowsForTwice = 250;

export interface PaceSettings {
  readonly nowMs?: () => number;
  /** Never rejects. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export function createPace({ nowMs = () => performance.now(), sleep = sleepUntilAborted }: PaceSettings = {}): Pace {
  let readyAt = 0;
  return {
    spent(ms, rows) {
      const allowed = share * (1 + rows / rowsForTwice);
      readyAt = Math.max(readyAt, nowMs()) + Math.min(ms, maxMs) / allowed;
    },
    async wait(signal) {
      for (let left = readyAt - nowMs(); left > 0 && !signal.aborted; left = readyAt - nowMs()) {
        await sleep(left, signal);
      }
    },
  };
}

async function sleepUntilAborted(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => {});
}
