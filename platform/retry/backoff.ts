import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waiting times between tries: each twice as long as the one before, from `firstMs` to `mostMs`, a quarter of it
 * random so that several processes don't come back in step.
 */
export function createBackoff(firstMs: number, mostMs: number, random: () => number = Math.random) {
  let next = firstMs;
  return {
    /** Resolves after the pause, or at once when the signal is aborted: never rejects. */
    async pause(signal: AbortSignal): Promise<void> {
      const ms = next * (0.75 + random() / 4);
      next = Math.min(next * 2, mostMs);
      await sleep(ms, undefined, { signal }).catch(() => {});
    },
    reset(): void {
      next = firstMs;
    },
  };
}
