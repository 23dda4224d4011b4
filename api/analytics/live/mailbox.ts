/** Holds values for one possibly slow reader: unread values are merged into one. */
export interface Mailbox<T> {
  put(value: T): void;
  /** Ends when `return` is called. */
  readonly values: AsyncIterableIterator<T, undefined>;
}

export interface MailboxSettings<T> {
  readonly merge: (first: T, second: T) => T;
  readonly onMerged: () => void;
  /** Called once, when `values` ends. */
  readonly onLeft: () => void;
}

export function createMailbox<T>({ merge, onMerged, onLeft }: MailboxSettings<T>): Mailbox<T> {
  let held: { readonly value: T } | null = null;
  let left = false;
  const waiting: ((result: IteratorResult<T, undefined>) => void)[] = [];
  const values: AsyncIterableIterator<T, undefined> = {
    next: () =>
      new Promise((resolve) => {
        if (left) return resolve({ done: true, value: undefined });
        if (!held) return waiting.push(resolve);
        const { value } = held;
        held = null;
        return resolve({ done: false, value });
      }),
    async return() {
      if (!left) {
        left = true;
        held = null;
        for (const resolve of waiting.splice(0)) resolve({ done: true, value: undefined });
        onLeft();
      }
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => values,
  };
  return {
    put(value) {
      if (left) return;
      const reader = waiting.shift();
      if (reader) return reader({ done: false, value });
      if (held) onMerged();
      held = { value: held ? merge(held.value, value) : value };
    },
    values,
  };
}
