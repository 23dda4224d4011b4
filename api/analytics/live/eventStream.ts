import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

/** One message of a stream of Server-Sent Events. */
export interface SentEvent {
  readonly name: string;
  readonly data: unknown;
}

export interface EventStreamSettings {
  /** Interval of comment lines, which keep the connection alive. */
  readonly heartbeatMs: number;
  /** Maximum time during which the client reads nothing. */
  readonly stallMs: number;
  /** Called when the client was disconnected for not reading. */
  readonly onStalled: () => void;
}

export interface EventStream {
  readonly body: Readable;
  /** Sends the last event and ends the stream. */
  end(last: SentEvent): void;
}

/** Reconnect delay for clients. */
const retryMs = 3000;

/**
 * Creates a response body of Server-Sent Events. Takes one event ahead of the client; until the client reads, the
 * source must merge or drop further events.
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
        const result = await orTimeout(next, settings.heartbeatMs, over.signal);
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

  /** Continues once the client reads more. Disconnects a client that does not read in time. */
  function* read(text: string): Generator<string, void, void> {
    stalled = setTimeout(() => {
      settings.onStalled();
      body.destroy();
    }, settings.stallMs);
    yield text;
    clearTimeout(stalled);
  }

  const sent = frames();
  // A generator runs no code before the first frame is requested.
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

/** Returns the next event; null after `ms` without one, or as soon as the stream is over. */
async function orTimeout<T>(next: Promise<T>, ms: number, over: AbortSignal): Promise<T | null> {
  const heard = new AbortController();
  try {
    const signal = AbortSignal.any([over, heard.signal]);
    return await Promise.race([next, sleep(ms, null, { signal }).catch(() => null)]);
  } finally {
    heard.abort();
  }
}
