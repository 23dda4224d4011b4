import { Repeater, SlidingBuffer } from "@graphql-yoga/subscription";

/** Values by key, to whoever has subscribed to the key in this process. */
export interface PubSub<T> {
  /**
   * The key's values that `wanted` lets through, until the subscriber stops. It begins with the first value that is asked
   * for, and calls `onSubscribed` then: what is published from there on is received.
   */
  subscribe(key: string, options?: SubscribeOptions<T>): AsyncIterable<T>;
  hasSubscribers(key: string): boolean;
  keys(): Iterable<string>;
  publish(key: string, value: T): void;
}

export interface SubscribeOptions<T> {
  readonly wanted?: (value: T) => boolean;
  readonly onSubscribed?: () => void;
}

/** Buffered for a subscriber that has fallen behind: the oldest are dropped first. */
const maxBuffered = 10_000;

export function createPubSub<T>(): PubSub<T> {
  const subscribers = new Map<string, Set<(value: T) => void>>();
  return {
    subscribe: (key, { wanted = () => true, onSubscribed = () => {} } = {}) =>
      // A generator would not end while it waits for a value; a repeater does.
      new Repeater<T>(async (push, stop) => {
        const publish = (value: T): void => {
          if (wanted(value)) void push(value);
        };
        const all = subscribers.get(key) ?? new Set();
        subscribers.set(key, all.add(publish));
        onSubscribed();
        await stop;
        all.delete(publish);
        if (all.size === 0 && subscribers.get(key) === all) subscribers.delete(key);
      }, new SlidingBuffer(maxBuffered)),
    hasSubscribers: (key) => subscribers.has(key),
    keys: () => subscribers.keys(),
    publish(key, value) {
      for (const publish of subscribers.get(key) ?? []) publish(value);
    },
  };
}
