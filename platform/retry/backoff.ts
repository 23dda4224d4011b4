import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waiting times between tries: each twice as long as the one before, from `firstMs` to `maxMs`, a quarter of it
 * random so that several processes don't come back in step.
 */
export function createBackoff(firstMs: number, maxMs: number, random: () => number = Math.random) {
  let next = firstMs;
  return {
    /** Resolves after the pause, or at once when the signal is aborted: never rejects. */
    async pause(signal: AbortSignal): Promise<void> {
      const ms = next * (0.75 + random() / 4);
      next = Math.min(next * 2, maxMs);
      await sleep(ms, undefined, { signal }).catch(() => {});
    },
    reset(): void {
      next = firstMs;
    },
  };
}
