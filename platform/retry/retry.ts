import { setTimeout as sleep } from "node:timers/promises";

export interface RetryOptions {
  /** When aborted, ends the retries with the signal's reason. */
  readonly signal: AbortSignal;
  /** Called after each failure that is retried. */
  readonly onFailure: (error: unknown) => void;
  /** Returns true for a failure that retrying can't fix, which is rethrown immediately. */
  readonly isFinal?: (error: unknown) => boolean;
  readonly firstPauseMs?: number;
  readonly maxPauseMs?: number;
}

/**
 * Retries until `attempt` succeeds: by default 100 ms after the first failure, then with increasing pauses of up to 5
 * s.
 */
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

/** Limits of the pauses after failures. */
export interface Pauses {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * Returns the pause in milliseconds after a failure: it doubles with each failure up to `maxMs`, and a quarter of it is
 * random, so that clients that failed together don't retry together. `failures` is the number of earlier failures;
 * `chance` is from 0 to 1.
 */
export function pauseAfter(failures: number, { firstMs, maxMs }: Pauses, chance: number): number {
  return Math.min(firstMs * 2 ** Math.min(failures, 50), maxMs) * (0.75 + chance / 4);
}

/** Creates pauses between retries; see {@link pauseAfter}. */
export function createBackoff(firstMs: number, maxMs: number, random: () => number = Math.random) {
  let failures = 0;
  return {
    /** Resolves after the pause, or immediately if the signal is aborted; never rejects. */
    async pause(signal: AbortSignal): Promise<void> {
      const ms = pauseAfter(failures++, { firstMs, maxMs }, random());
      await sleep(ms, undefined, { signal }).catch(() => {});
    },
    reset(): void {
      failures = 0;
    },
  };
}
