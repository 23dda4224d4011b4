import { Repeater, SlidingBuffer } from "@graphql-yoga/subscription";

/** Publishes values by key to subscribers in this process. */
export interface PubSub<T> {
  /**
   * Returns the key's values that pass `wanted`, until the subscriber stops. The subscription starts when the first
   * value is requested, and then calls `onSubscribed`; values published after that are received, except those that its
   * full buffer drops.
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

/** Maximum buffered values of a slow subscriber; the oldest are dropped first. */
const maxBuffered = 10_000;

export function createPubSub<T>(): PubSub<T> {
  const subscribers = new Map<string, Set<(value: T) => void>>();
  return {
    subscribe: (key, { wanted = () => true, onSubscribed = () => {} } = {}) =>
      // A generator cannot be ended while it waits for a value; a repeater can.
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
