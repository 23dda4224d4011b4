import type { CallOptions } from "../transport/options.ts";
import { ConnectionError, HoplogError } from "../errors/errors.ts";
import { backoff, wait } from "../transport/wait.ts";
import { messageParser, type SentMessage } from "./parse.ts";

/** An event of a live stream; `event` is its name, such as `window` or `clicks`. */
export interface LiveMessage<Data> {
  readonly event: string;
  readonly data: Data;
}

export interface FollowSettings {
  /** Opens one connection. The stream ends when the signal is aborted. */
  readonly open: (options: CallOptions) => Promise<ReadableStream<Uint8Array>>;
  /** Base of the delays after failed reconnects in milliseconds; see {@link backoff}. */
  readonly retryDelay: number;
}

/**
 * Milliseconds of silence after which the connection counts as broken: the server sends at least a heartbeat every 15
 * seconds.
 */
const silenceMs = 50_000;

/**
 * Yields the messages of a Server-Sent Events stream while it is iterated. Reconnects when the connection breaks or the
 * server ends the stream. Rejects only if aborted, if the first connection fails, or for errors that a retry cannot
 * fix.
 */
export async function* follow<Data>(
  { open, retryDelay }: FollowSettings,
  options: CallOptions,
): AsyncGenerator<LiveMessage<Data>, void, void> {
  let failures = 0;
  let pause = 1000;
  for (let isFirst = true; ; isFirst = false) {
    const over = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, over.signal]) : over.signal;
    try {
      const stream = await open({ ...options, signal });
      isFirst = false;
      for await (const message of messagesOf(stream)) {
        failures = 0;
        pause = message.retry ?? pause;
        if (message.event === "end") break;
        yield { event: message.event, data: JSON.parse(message.data) };
      }
    } catch (error) {
      options.signal?.throwIfAborted();
      if (isFirst || !mayHelp(error)) throw error;
    } finally {
      over.abort();
    }
    await wait(failures === 0 ? pause * (0.5 + Math.random() / 2) : backoff(failures, retryDelay), options.signal);
    failures += 1;
  }
}

/** Returns whether a reconnect may succeed, which it can't if the server rejects the call itself. */
function mayHelp(error: unknown): boolean {
  if (!(error instanceof HoplogError)) return false;
  return error instanceof ConnectionError || error.status === 429 || (error.status ?? 0) >= 500;
}

async function* messagesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<SentMessage, void, void> {
  const parse = messageParser();
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await withSilenceTimeout(reader.read());
      if (done) return;
      yield* parse(decoder.decode(value, { stream: true }));
    }
  } catch (error) {
    if (error instanceof HoplogError || error instanceof RangeError || error instanceof SyntaxError) throw error;
    throw new ConnectionError("The connection of the event stream was lost", {
      type: "CONNECTION_ERROR",
      cause: error,
    });
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Rejects after a silence, because a broken connection does not report its end. */
async function withSilenceTimeout<T>(read: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ConnectionError("The event stream stopped sending heartbeats", { type: "CONNECTION_ERROR" })),
      silenceMs,
    );
  });
  try {
    return await Promise.race([read, silence]);
  } finally {
    clearTimeout(timer);
  }
}
