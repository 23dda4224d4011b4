/**
 * Limits concurrent queries in total and per account, and gives each free place to the account that has used the least.
 */
export interface Turns {
  /**
   * Waits for the caller's turn; resolves with a function that ends the turn. Rejects with the signal's reason if
   * aborted.
   */
  take(key: string, signal: AbortSignal): Promise<() => void>;
  /** Returns the total number of waiting callers. */
  waiting(): number;
}

interface Waiter {
  readonly key: string;
  readonly begin: () => void;
}

export interface TurnsOptions {
  /** Maximum concurrent queries. */
  readonly places: number;
  /** Returns the maximum number of concurrent queries of an account. */
  readonly placesOf: (key: string) => number;
  /**
   * Returns the usage of an account in any unit: the account with the lowest usage is next; ties are resolved by order
   * of arrival.
   */
  readonly used: (key: string) => number;
}

export function createTurns({ places, placesOf, used }: TurnsOptions): Turns {
  const running = new Map<string, number>();
  const waiting = new Set<Waiter>();
  const runningOf = (key: string) => running.get(key) ?? 0;
  const total = () => [...running.values()].reduce((sum, count) => sum + count, 0);

  const next = (): Waiter | undefined => {
    let best: Waiter | undefined;
    for (const waiter of waiting) {
      if (runningOf(waiter.key) >= placesOf(waiter.key)) continue;
      if (!best || used(waiter.key) < used(best.key)) best = waiter;
    }
    return best;
  };
  const proceed = () => {
    while (total() < places) {
      const waiter = next();
      if (!waiter) return;
      waiting.delete(waiter);
      running.set(waiter.key, runningOf(waiter.key) + 1);
      waiter.begin();
    }
  };

  return {
    waiting: () => waiting.size,
    take(key, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const leave = () => {
          waiting.delete(waiter);
          reject(signal.reason);
        };
        const waiter: Waiter = {
          key,
          begin() {
            signal.removeEventListener("abort", leave);
            let over = false;
            resolve(() => {
              if (over) return;
              over = true;
              const left = runningOf(key) - 1;
              if (left > 0) running.set(key, left);
              else running.delete(key);
              proceed();
            });
          },
        };
        signal.addEventListener("abort", leave, { once: true });
        waiting.add(waiter);
        proceed();
      });
    },
  };
}
