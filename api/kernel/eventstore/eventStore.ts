import type { StreamEvents, StreamType } from "@hoplog/schema/events/domainEvent.js";
import { PreconditionError } from "@hoplog/schema/errors.js";
import { DeadlockException } from "@mikro-orm/core";
import type { MikroORM } from "@mikro-orm/postgresql";
import type { Transaction } from "../database/orm.ts";
import { execute, rowsOf } from "../database/statements.ts";
import { markDone } from "./idempotentCall.ts";
import { type AuditedAction, auditInsert, type CommandOrigin } from "./audit.ts";
import { appendToStream, readStream, StreamChanged } from "./stream.ts";

/** An aggregate of a stream: its initial state and two pure functions. */
export interface Aggregate<S extends StreamType, State, Command extends { readonly type: string }> {
  readonly streamType: S;
  readonly initial: State;
  readonly evolve: (state: State, event: StreamEvents[S]) => State;
  readonly decide: (command: Command, state: State) => StreamEvents[S][];
}

/** Writes an event into read tables; `version` is its position in the stream, starting at 1. */
export type Project<S extends StreamType> = (tx: Transaction, event: StreamEvents[S], version: number) => Promise<void>;

/** At most one projection per kind of stream: the aggregate's own, or one that another feature adds. */
export type Projections = { readonly [S in StreamType]?: Project<S> };

export interface EventStore {
  /**
   * Runs a command in one transaction, with up to 10 attempts if a concurrent command changed the same stream first, or
   * after a deadlock. `work` must therefore have no effects outside the transaction.
   */
  unitOfWork<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Reads the stream, decides, and writes the read tables, the events and the audit. Call it within a unit of work.
   * Throws PreconditionError if the stream's version is not one that the origin expects.
   */
  execute<S extends StreamType, State, Command extends { readonly type: string }>(
    tx: Transaction,
    aggregate: Aggregate<S, State, Command>,
    streamId: string,
    command: Command,
    origin: CommandOrigin,
  ): Promise<readonly StreamEvents[S][]>;
  /** Records an action without events in the audit. Call it within the unit of work that does the action. */
  audit(tx: Transaction, origin: CommandOrigin, action: AuditedAction): Promise<void>;
}

/** The dependency of commands that write events. */
export interface Events {
  readonly eventStore: EventStore;
}

const attempts = 10;

function requireExpected({ expected }: CommandOrigin, streamId: string, version: number): void {
  if (expected?.streamId === streamId && !expected.versions.includes(version)) throw new PreconditionError();
}

async function markCall(tx: Transaction, { call }: CommandOrigin, made: string): Promise<void> {
  if (call) await markDone((statement) => rowsOf(tx, statement), call, [made]);
}

/**
 * Creates the event store. `projections` write in the given order; `onAudited` is called for each row added to the
 * audit log.
 */
export function createEventStore(
  orm: MikroORM,
  projections: readonly Projections[],
  onAudited: () => void = () => {},
): EventStore {
  async function audit(tx: Transaction, origin: CommandOrigin, action: AuditedAction): Promise<void> {
    await execute(tx, auditInsert(origin, action));
    await markCall(tx, origin, action.resource.id);
    onAudited();
  }

  return {
    async unitOfWork(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await orm.em.fork().transactional(work);
        } catch (error) {
          const clash = error instanceof StreamChanged || error instanceof DeadlockException;
          if (!clash || attempt === attempts) throw error;
        }
      }
    },
    async execute(tx, { streamType, initial, evolve, decide }, streamId, command, origin) {
      const { events: past, version } = await readStream(tx, streamType, streamId);
      const events = decide(command, past.reduce(evolve, initial));
      // Checks the version after the decision, so that callers without access to the stream don't learn its version.
      requireExpected(origin, streamId, version);
      let position = version;
      for (const event of events) await projectEvent(projections, tx, streamType, event, ++position);
      if (events.length === 0) return events;
      const detail = { events: events.map(({ type }) => type) };
      const action = { action: command.type, resource: { type: streamType, id: streamId }, detail };
      await appendToStream(tx, { type: streamType, id: streamId, version }, events, origin, action);
      await markCall(tx, origin, streamId);
      onAudited();
      return events;
    },
    audit,
  };
}

/** Applies an event to every projection of this kind of stream. */
export async function projectEvent<S extends StreamType>(
  projections: readonly Projections[],
  tx: Transaction,
  streamType: S,
  event: StreamEvents[S],
  version: number,
): Promise<void> {
  for (const { [streamType]: project } of projections) await project?.(tx, event, version);
}
