import { createLine, type Place } from "./line.ts";

/** What has to happen in time, in the order in which it began. */
export interface LateOnes<T> {
  add(one: T): Awaiting<T>;
  /** It has happened. False if it was not awaited any more. */
  remove(awaiting: Awaiting<T>): boolean;
  count(): number;
  stop(): void;
}

/** Something that is awaited. */
export type Awaiting<T> = Place<{ readonly one: T; readonly beganAt: number }>;

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
