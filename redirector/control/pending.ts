/** Matches responses to pending requests by number. */
export interface Pending<A> {
  count(): number;
  /** Sends a request with a new number and resolves with its response. */
  ask(send: (id: number) => void): Promise<A>;
  /** Resolves the request with this number; ignores unknown numbers. */
  answer(id: number, answer: A): void;
}

export function createPending<A>(): Pending<A> {
  const waiting = new Map<number, (answer: A) => void>();
  let nextId = 1;
  return {
    count: () => waiting.size,
    ask(send) {
      const id = nextId++;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        send(id);
      });
    },
    answer(id, answer) {
      waiting.get(id)?.(answer);
      waiting.delete(id);
    },
  };
}
