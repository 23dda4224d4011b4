import { createBackoff } from "./backoff.ts";

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
