import type { StreamEvents, StreamType } from "@hoplog/schema/events/domainEvent.js";
import type { EventMeta } from "@hoplog/schema/events/envelope.js";
import type { Transaction } from "../database/orm.ts";
import { project } from "./project.ts";
import { appendToStream, readStream, type Stream } from "./stream.ts";

/** What makes an aggregate of a stream: two pure functions and where they start. */
export interface Aggregate<S extends StreamType, State, Command> {
  readonly streamType: S;
  readonly initial: State;
  readonly evolve: (state: State, event: StreamEvents[S]) => State;
  readonly decide: (command: Command, state: State) => StreamEvents[S][];
}

/** Reads the stream, decides, and writes the read tables and the events. Part of a {@link unitOfWork}. */
export async function execute<S extends StreamType, State, Command>(
  tx: Transaction,
  aggregate: Aggregate<S, State, Command>,
  streamId: string,
  command: Command,
  meta: EventMeta,
): Promise<readonly StreamEvents[S][]> {
  return append(tx, aggregate, streamId, await readStream(tx, aggregate.streamType, streamId), command, meta);
}

/** As {@link execute} for a stream that can't exist yet, since its id has just been made. */
export async function begin<S extends StreamType, State, Command>(
  tx: Transaction,
  aggregate: Aggregate<S, State, Command>,
  streamId: string,
  command: Command,
  meta: EventMeta,
): Promise<readonly StreamEvents[S][]> {
  return append(tx, aggregate, streamId, { events: [], version: 0 }, command, meta);
}

async function append<S extends StreamType, State, Command>(
  tx: Transaction,
  aggregate: Aggregate<S, State, Command>,
  streamId: string,
  { events: past, version }: Stream<S>,
  command: Command,
  meta: EventMeta,
): Promise<readonly StreamEvents[S][]> {
  const state = past.reduce(aggregate.evolve, aggregate.initial);
  const events = aggregate.decide(command, state);
  let place = version;
  for (const event of events) await project(tx, event, ++place);
  await appendToStream(tx, { type: aggregate.streamType, id: streamId, version }, events, meta);
  return events;
}
