import { setTimeout } from "node:timers/promises";

export interface Pace {
  /** An insert has taken so many milliseconds. */
  spent(ms: number): void;
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

export interface PaceSettings {
  readonly nowMs?: () => number;
  /** Never rejects. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export function createPace({ nowMs = () => performance.now(), sleep = sleepUntilAborted }: PaceSettings = {}): Pace {
  let readyAt = 0;
  return {
    spent(ms) {
      readyAt = Math.max(readyAt, nowMs()) + Math.min(ms, maxMs) / share;
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
