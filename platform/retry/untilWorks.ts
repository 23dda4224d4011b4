import { createBackoff } from "./backoff.ts";

export interface Patience {
  /** Aborting it ends the waiting with its reason. */
  readonly signal: AbortSignal;
  /** Called after each failure that is not the last. */
  readonly onFailure: (error: unknown) => void;
  /** True for a failure that waiting can't mend: it is thrown at once. */
  readonly isFinal?: (error: unknown) => boolean;
  readonly firstPauseMs?: number;
  readonly maxPauseMs?: number;
}

/** Tries until it works: 100 ms after the first failure unless told otherwise, then longer and longer, up to 5 s. */
export async function untilWorks<T>(attempt: () => Promise<T>, patience: Patience): Promise<T> {
  const backoff = createBackoff(patience.firstPauseMs ?? 100, patience.maxPauseMs ?? 5000);
  for (;;) {
    patience.signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (patience.signal.aborted || patience.isFinal?.(error)) throw error;
      patience.onFailure(error);
      await backoff.pause(patience.signal);
    }
  }
}
