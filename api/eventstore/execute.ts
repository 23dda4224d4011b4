import type { StreamEvents, StreamType } from "@hoplog/schema/events/domainEvent.js";
import type { EventMeta } from "@hoplog/schema/events/envelope.js";
import type { Transaction } from "../database/orm.ts";
import { project } from "./project.ts";
import { appendToStream, readStream } from "./stream.ts";

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
  const { events: past, version } = await readStream(tx, aggregate.streamType, streamId);
  const state = past.reduce(aggregate.evolve, aggregate.initial);
  const events = aggregate.decide(command, state);
  let place = version;
  for (const event of events) await project(tx, event, ++place);
  await appendToStream(tx, { type: aggregate.streamType, id: streamId, version }, events, meta);
  return events;
}
