/** A list with at least one item. */
export type Batched<Q> = readonly [Q, ...Q[]];

interface NextBatch<Q, A> {
  readonly questions: [Q, ...Q[]];
  readonly answer: Promise<A>;
  readonly send: () => void;
}

/**
 * Returns a function that sends a question immediately while fewer than `maxConcurrent` queries are running. Otherwise
 * questions are batched, and sent as one query as soon as a running query has succeeded or failed. A question never
 * gets the result of a query that was sent before the question arrived, because that result may lack what the caller
 * has just written. If such results do no harm, p-debounce's `promise` is enough. With `wholeTurn` the first questions
 * also wait for one turn of the event loop, so that questions read from many connections at once become one query
 * instead of `maxConcurrent` queries and a batch.
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

/** Sends a query, or waits for another caller's query with the same key that has not been sent yet. */
export type ShareAnswers<T> = (key: string, query: () => Promise<T>) => Promise<T>;

/** Lets identical queries that arrive while one is running share the next result, never that of the running query. */
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
