import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

/** One message of a stream of Server-Sent Events. */
export interface SentEvent {
  readonly name: string;
  readonly data: unknown;
}

export interface EventStreamSettings {
  /** A line that says nothing, so that proxies and clients know that the connection lives. */
  readonly heartbeatMs: number;
  /** How long a client may read nothing. */
  readonly stallMs: number;
  /** The client was let go for not reading. */
  readonly onStalled: () => void;
}

export interface EventStream {
  readonly body: Readable;
  /** The last event, then the end. */
  end(last: SentEvent): void;
}

/** What a client waits until it connects again by itself. */
const retryMs = 3000;

/**
 * Server-Sent Events as a body. The next event is taken once the client has read the last one: what comes in the meantime
 * is for the source to merge or drop.
 */
export function createEventStream(source: AsyncIterator<SentEvent>, settings: EventStreamSettings): EventStream {
  const over = new AbortController();
  let last: SentEvent | null = null;

  async function* frames(): AsyncGenerator<string, void, void> {
    let id = 0;
    const frameOf = ({ name, data }: SentEvent) => `id: ${++id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    let next = source.next();
    try {
      yield* read(`retry: ${retryMs}\n\n`);
      while (!over.signal.aborted) {
        const result = await orSilence(next, settings.heartbeatMs, over.signal);
        if (over.signal.aborted) break;
        if (result === null) yield* read(": still here\n\n");
        else if (result.done) break;
        else {
          next = source.next();
          yield* read(frameOf(result.value));
        }
      }
      if (last) yield* read(frameOf(last));
    } finally {
      next.catch(() => {});
      await source.return?.();
    }
  }

  let stalled: NodeJS.Timeout | undefined;

  /** Goes on once the client wants more; a client that never does is let go. */
  function* read(text: string): Generator<string, void, void> {
    stalled = setTimeout(() => {
      settings.onStalled();
      body.destroy();
    }, settings.stallMs);
    yield text;
    clearTimeout(stalled);
  }

  const sent = frames();
  // Before the first frame nothing of the generator runs.
  const leave = () => Promise.allSettled([sent.return(), source.return?.()]);
  const body = new Readable({
    read() {
      sent.next().then(
        ({ value }) => body.push(value ?? null),
        (error: Error) => body.destroy(error),
      );
    },
    // Readable.from would wait for the next event here.
    destroy(error, done) {
      clearTimeout(stalled);
      over.abort();
      void leave();
      done(error);
    },
  });
  return {
    body,
    end(event) {
      last ??= event;
      over.abort();
    },
  };
}

/** What comes next; null after a while without it, and as soon as all is over. */
async function orSilence<T>(next: Promise<T>, ms: number, over: AbortSignal): Promise<T | null> {
  const heard = new AbortController();
  try {
    const signal = AbortSignal.any([over, heard.signal]);
    return await Promise.race([next, sleep(ms, null, { signal }).catch(() => null)]);
  } finally {
    heard.abort();
  }
}
