import { setTimeout } from "node:timers/promises";

export interface Pace {
  /** Records that an insert of `rows` rows took `ms` milliseconds. */
  spent(ms: number, rows: number): void;
  /** Resolves when the next small insert may start, or when the signal is aborted. Never rejects. */
  wait(signal: AbortSignal): Promise<void>;
}

/**
 * Maximum share of time for small inserts: an insert's cost for ClickHouse hardly depends on its size, so single visits
 * would keep it busy. The first insert after a pause starts immediately.
 */
const share = 1 / 16;

/**
 * Maximum duration in milliseconds at which an insert is counted; otherwise a slow machine would wait for seconds
 * instead of at most half a second.
 */
const maxMs = 30;

/**
 * Number of rows that doubles the share, because the next insert is probably as large, and the cost per row is then
 * small. Under load, live counts are delayed only by the duration of a few inserts.
 */
const rowsForTwice = 250;

export interface PaceSettings {
  readonly nowMs?: () => number;
  /** Waits `ms` milliseconds, or until the signal is aborted. Must never reject. */
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
