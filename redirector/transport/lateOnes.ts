/** What has to happen in time, in the order in which it began. */
export interface LateOnes<T> {
  add(one: T): void;
  /** It has happened. False if it was not awaited. */
  remove(one: T): boolean;
  count(): number;
  stop(): void;
}

export interface LateOnesSettings<T> {
  readonly timeoutMs: number;
  readonly max: number;
  readonly now: () => number;
  readonly onLate: (one: T) => void;
  /** There are more than `max`: the oldest one goes. */
  readonly onCrowded: (one: T) => void;
}

const mostChecksMs = 500;

/** Counts from the beginning, whatever happens meanwhile: a peer that sends byte by byte gets no more time. */
export function createLateOnes<T>({ timeoutMs, max, now, onLate, onCrowded }: LateOnesSettings<T>): LateOnes<T> {
  const awaited = new Map<T, number>();
  const checking = setInterval(
    () => {
      for (const [one, beganAt] of awaited) {
        if (now() - beganAt < timeoutMs) return;
        awaited.delete(one);
        onLate(one);
      }
    },
    Math.min(mostChecksMs, timeoutMs),
  );
  checking.unref();
  return {
    add(one) {
      const [oldest] = awaited.size >= max ? awaited.keys() : [];
      if (oldest !== undefined) {
        awaited.delete(oldest);
        onCrowded(oldest);
      }
      awaited.set(one, now());
    },
    remove: (one) => awaited.delete(one),
    count: () => awaited.size,
    stop: () => clearInterval(checking),
  };
}
