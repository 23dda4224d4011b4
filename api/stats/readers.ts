import { Repeater, SlidingBuffer } from "@graphql-yoga/subscription";

/** Who waits for news of what, by a key. */
export interface Readers<T> {
  /** News of the key that `wanted` lets through, until the reader stops. */
  read(key: string, wanted?: (value: T) => boolean): AsyncIterable<T>;
  has(key: string): boolean;
  keys(): Iterable<string>;
  tell(key: string, value: T): void;
}

/** What a reader that has fallen behind keeps at most: the oldest are dropped first. */
const mostWaiting = 10_000;

export function createReaders<T>(): Readers<T> {
  const readers = new Map<string, Set<(value: T) => void>>();
  return {
    read: (key, wanted = () => true) =>
      // A generator would not end while it waits for news; a repeater does.
      new Repeater<T>(async (push, stop) => {
        const tell = (value: T): void => {
          if (wanted(value)) void push(value);
        };
        const all = readers.get(key) ?? new Set();
        readers.set(key, all.add(tell));
        await stop;
        all.delete(tell);
        if (all.size === 0 && readers.get(key) === all) readers.delete(key);
      }, new SlidingBuffer(mostWaiting)),
    has: (key) => readers.has(key),
    keys: () => readers.keys(),
    tell(key, value) {
      for (const tell of readers.get(key) ?? []) tell(value);
    },
  };
}
