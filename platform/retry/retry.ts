import { setTimeout as sleep } from "node:timers/promises";

export interface RetryOptions {
  /** Aborting it ends the waiting with its reason. */
  readonly signal: AbortSignal;
  /** Called after each failure that is not the last. */
  readonly onFailure: (error: unknown) => void;
  /** True for a failure that waiting can't mend: it is thrown at once. */
  readonly isFinal?: (error: unknown) => boolean;
  readonly firstPauseMs?: number;
  readonly maxPauseMs?: number;
}

/** Tries until it works: by default 100 ms after the first failure, then with a longer pause each time, up to 5 s. */
export async function retry<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const backoff = createBackoff(options.firstPauseMs ?? 100, options.maxPauseMs ?? 5000);
  for (;;) {
    options.signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (options.signal.aborted || options.isFinal?.(error)) throw error;
      options.onFailure(error);
      await backoff.pause(options.signal);
    }
  }
}

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
