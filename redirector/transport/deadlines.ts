import { createLine, type Place } from "./line.ts";

/** Items with a deadline, in the order in which they were added. */
export interface Deadlines<T> {
  add(one: T): Awaiting<T>;
  /** Removes an item that finished. Returns false if it had already been removed. */
  remove(awaiting: Awaiting<T>): boolean;
  count(): number;
  stop(): void;
}

/** An item in the line. */
export type Awaiting<T> = Place<{ readonly one: T; readonly beganAt: number }>;

export interface DeadlinesSettings<T> {
  readonly timeoutMs: number;
  readonly max: number;
  readonly now: () => number;
  readonly onLate: (one: T) => void;
  /** Called with the oldest item, which is removed, when there would be more than `max`. */
  readonly onCrowded: (one: T) => void;
}

const mostChecksMs = 500;

/**
 * Calls `onLate` for items that were not removed in time. The timeout starts when an item is added, so that a peer that
 * sends byte by byte gets no extension.
 */
export function createDeadlines<T>({ timeoutMs, max, now, onLate, onCrowded }: DeadlinesSettings<T>): Deadlines<T> {
  const awaited = createLine<{ readonly one: T; readonly beganAt: number }>();
  const checking = setInterval(
    () => {
      for (let first = awaited.first(); first && now() - first.it.beganAt >= timeoutMs; first = awaited.first()) {
        awaited.leave(first);
        onLate(first.it.one);
      }
    },
    Math.min(mostChecksMs, timeoutMs),
  );
  checking.unref();
  return {
    add(one) {
      const oldest = awaited.length() >= max ? awaited.first() : null;
      if (oldest) {
        awaited.leave(oldest);
        onCrowded(oldest.it.one);
      }
      return awaited.join({ one, beganAt: now() });
    },
    remove: awaited.leave,
    count: awaited.length,
    stop: () => clearInterval(checking),
  };
}
