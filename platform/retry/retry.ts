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

/** Bounds of the pauses after failures. */
export interface Pauses {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * The pause in milliseconds after a failure: twice as long as after the one before, up to `maxMs`, a quarter of it random so that
 * what failed together is not tried again together. `failures` counts those before; `chance` is from 0 to 1.
 */
export function pauseAfter(failures: number, { firstMs, maxMs }: Pauses, chance: number): number {
  return Math.min(firstMs * 2 ** Math.min(failures, 50), maxMs) * (0.75 + chance / 4);
}

/** Pauses between tries, each as {@link pauseAfter}. */
export function createBackoff(firstMs: number, maxMs: number, random: () => number = Math.random) {
  let failures = 0;
  return {
    /** Resolves after the pause, or at once when the signal is aborted: never rejects. */
    async pause(signal: AbortSignal): Promise<void> {
      const ms = pauseAfter(failures++, { firstMs, maxMs }, random());
      await sleep(ms, undefined, { signal }).catch(() => {});
    },
    reset(): void {
      failures = 0;
    },
  };
}
