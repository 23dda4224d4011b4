import type { FastifyInstance, FastifyReply } from "fastify";
import { createEventStream, type EventStream, type SentEvent } from "./eventStream.ts";

const heartbeatMs = 15_000;
/** Maximum time during which the client reads nothing. */
const stallMs = 30_000;

const serverEnds: SentEvent = {
  name: "end",
  data: { type: "INTERNAL_ERROR", message: "The server is shutting down. Connect again." },
};

/** Open streams of a feature. When the server stops, they end with a message. */
export interface OpenStreams {
  /** Calls `onClose` once, however the stream ends, and `onStalled` before it if the client did not read. */
  open(events: AsyncIterator<SentEvent>, on: { onStalled(): void; onClose(): void }): EventStream;
}

export function openStreams(app: FastifyInstance): OpenStreams {
  const streams = new Set<EventStream>();
  app.addHook("preClose", async () => {
    for (const stream of streams) stream.end(serverEnds);
  });
  return {
    open(events, { onStalled, onClose }) {
      const stream = createEventStream(events, { heartbeatMs, stallMs, onStalled });
      streams.add(stream);
      stream.body.once("close", () => {
        streams.delete(stream);
        onClose();
      });
      return stream;
    },
  };
}

/** Sets the headers of Server-Sent Events. */
export function asEventStream(reply: FastifyReply): void {
  reply
    .type("text/event-stream; charset=utf-8")
    .header("cache-control", "no-store, no-transform")
    // Otherwise nginx would buffer the events.
    .header("x-accel-buffering", "no");
}

/** Converts events for sending. Not a generator, because a generator cannot be ended while it waits for an event. */
export function sentEvents<Event>(
  events: AsyncIterableIterator<Event>,
  sent: (event: Event) => SentEvent,
): AsyncIterator<SentEvent, undefined> {
  return {
    async next() {
      const { done, value } = await events.next();
      return done ? { done, value: undefined } : { value: sent(value) };
    },
    async return() {
      await events.return?.();
      return { done: true, value: undefined };
    },
  };
}
