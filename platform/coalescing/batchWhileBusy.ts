/** At least one. */
export type Batched<Q> = readonly [Q, ...Q[]];

interface NextBatch<Q, A> {
  readonly questions: [Q, ...Q[]];
  readonly answer: Promise<A>;
  readonly send: () => void;
}

/**
 * Sends a query at once while fewer than `maxConcurrent` are under way; questions that come meanwhile are batched, and sent
 * together as soon as one of these is answered or has failed. Nobody gets the answer to a query that was sent before their question
 * came: it may not know what the caller has just written. Where that does no harm, p-debounce's `promise` is enough.
 * With `wholeTurn` the first ones wait until the event loop has turned as well: what it has read from many connections at
 * once is then one query, not `maxConcurrent` and a batch.
 */
export function batchWhileBusy<Q, A>(
  query: (questions: Batched<Q>) => Promise<A>,
  maxConcurrent: number,
  wholeTurn = false,
): (question: Q) => Promise<A> {
  let underWay = 0;
  let next: NextBatch<Q, A> | null = null;

  async function run(questions: Batched<Q>): Promise<A> {
    underWay++;
    try {
      return await query(questions);
    } finally {
      underWay--;
      sendNext();
    }
  }

  function sendNext(): void {
    if (underWay >= maxConcurrent) return;
    const due = next;
    next = null;
    due?.send();
  }

  function startBatch(first: Q): NextBatch<Q, A> {
    const questions: [Q, ...Q[]] = [first];
    const { promise, resolve } = Promise.withResolvers<A>();
    return { questions, answer: promise, send: () => resolve(run(questions)) };
  }

  return (question) => {
    if (underWay < maxConcurrent && !wholeTurn) return run([question]);
    if (next) {
      next.questions.push(question);
      return next.answer;
    }
    next = startBatch(question);
    if (wholeTurn) setImmediate(sendNext);
    return next.answer;
  };
}

/** Queries, or waits for the answer to somebody else's query of the same key that has not been sent yet. */
export type ShareAnswers<T> = (key: string, query: () => Promise<T>) => Promise<T>;

/** Lets equal questions that come while one is under way share the next answer, never the running one's. */
export function shareAnswers<T>(): ShareAnswers<T> {
  interface Queue {
    readonly query: (query: () => Promise<T>) => Promise<T>;
    waiting: number;
  }
  const queues = new Map<string, Queue>();

  return async (key, query) => {
    const queue: Queue = queues.get(key) ?? { query: batchWhileBusy(([first]) => first(), 1), waiting: 0 };
    queues.set(key, queue);
    queue.waiting++;
    try {
      return await queue.query(query);
    } finally {
      if (--queue.waiting === 0) queues.delete(key);
    }
  };
}
