import { backOff } from "./backOff.ts";

/** Retries calls while the server can't be reached. */
export interface Reach {
  /** Repeats the attempt until it succeeds or fails with an error for which `isFinal` returns true. */
  until<T>(attempt: () => Promise<T>, isFinal: (error: unknown) => boolean): Promise<T>;
  /** Retries all waiting calls immediately. */
  retry(): void;
  /** Returns whether any call is waiting; for `useSyncExternalStore`. */
  isUnreachable(): boolean;
  subscribe(onChange: () => void): () => void;
}

/**
 * Creates an instance. `pause` gets the number of the failed attempt (from 0) and resolves when the next one is due.
 */
export function createReach(pause: (attempt: number) => Promise<void> = backOff): Reach {
  const watchers = new Set<() => void>();
  let waiting = 0;
  let woken = Promise.withResolvers<void>();

  function count(change: 1 | -1): void {
    waiting += change;
    for (const onChange of watchers) onChange();
  }

  return {
    async until(attempt, isFinal) {
      let failed = 0;
      try {
        for (;;) {
          try {
            return await attempt();
          } catch (error) {
            if (isFinal(error)) throw error;
            if (failed === 0) count(1);
            await Promise.race([pause(failed++), woken.promise]);
          }
        }
      } finally {
        if (failed > 0) count(-1);
      }
    },
    retry() {
      woken.resolve();
      woken = Promise.withResolvers();
    },
    isUnreachable: () => waiting > 0,
    subscribe(onChange) {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
  };
}

/** Instance of this tab. */
export const reach = createReach();
