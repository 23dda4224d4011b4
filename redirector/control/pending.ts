/** Questions under way, by the number that the answer names. */
export interface Pending<A> {
  count(): number;
  /** `send` is given the question's number. */
  ask(send: (id: number) => void): Promise<A>;
  /** An answer that nobody waits for is dropped. */
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
