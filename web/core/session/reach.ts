import { pauseUnlessBack } from "./pauseUnlessBack.ts";

/** Calls that wait for a server that can't be reached. */
export interface Reach {
  /** Makes the attempt again and again, until it succeeds or fails in a way that `isFinal`. */
  until<T>(attempt: () => Promise<T>, isFinal: (error: unknown) => boolean): Promise<T>;
  /** Makes what waits try at once. */
  retry(): void;
  /** Whether something waits; for `useSyncExternalStore`. */
  isLost(): boolean;
  subscribe(onChange: () => void): () => void;
}

/** `pause` resolves when the attempt after the one with this number (from 0) is due. */
export function createReach(pause: (attempt: number) => Promise<void> = pauseUnlessBack): Reach {
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
    isLost: () => waiting > 0,
    subscribe(onChange) {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
  };
}

/** Of this tab. */
export const reach = createReach();
