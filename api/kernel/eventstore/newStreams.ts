import { batchWhileBusy } from "@hoplog/platform/coalescing/batchWhileBusy.js";
import { named, raw, type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import { inTransaction } from "@hoplog/platform/postgres/transaction.js";
import { UnavailableError } from "@hoplog/schema/errors.js";
import type { StreamType } from "@hoplog/schema/events/domainEvent.js";
import { Semaphore } from "async-mutex";
import pg from "pg";
import { type Queryable, readRows } from "../database/reads.ts";
import { boundedJson, type CommandOrigin, originColumns, originTypes, originValues } from "./audit.ts";
import type { Aggregate } from "./eventStore.ts";
import { markDone } from "./idempotentCall.ts";

/**
 * Describes how an aggregate inserts new streams into its read tables, as part of the statement that also writes their
 * events.
 */
export interface StreamInsert {
  /**
   * Common table expressions after `given (ordinal, id, data, secret)`, which contains the first event of each stream.
   * One of them must be `made (id)`: the streams whose read tables were written. Other streams are not created.
   */
  readonly rows: Sql;
}

/** A stream to create, which can't exist yet because its id is new. */
export interface NewStream<Command> {
  readonly id: string;
  readonly command: Command;
  /**
   * Whether the stream's statement may wait for another transaction. Such a stream is written separately, so that no
   * other command's stream waits with it.
   */
  readonly mayWait?: boolean;
  /** A value for the read tables that must not be in the event. */
  readonly secret?: string;
}

/** The dependency of commands that create streams. */
export interface BeginStreams {
  /**
   * Creates streams of one event each: read tables, events and audit log in one statement. Concurrent commands with one
   * stream each may share a statement. Returns the ids of the created streams, possibly including those of other
   * commands. All given streams belong to one command of the origin.
   */
  beginStreams<S extends StreamType, State, Command extends { readonly type: string }>(
    aggregate: Aggregate<S, State, Command>,
    insert: StreamInsert,
    streams: readonly NewStream<Command>[],
    origin: CommandOrigin,
  ): Promise<ReadonlySet<string>>;
}

/** Creates streams within a transaction, whose connection can read streams written earlier in it. */
export interface BeginInTransaction extends BeginStreams {
  readonly queryable: Queryable;
}

export interface NewStreams extends BeginStreams {
  /**
   * Runs work in a transaction, exclusively for this key across all processes. The work must use no other connection,
   * because all of them could then wait for each other. Retries after a deadlock. Throws UnavailableError if a lock is
   * held for too long.
   */
  alone<T>(key: string, work: (begin: BeginInTransaction) => Promise<T>): Promise<T>;
}

interface FirstEvent {
  readonly id: string;
  readonly action: string;
  readonly type: string;
  readonly version: number;
  readonly data: unknown;
  readonly detail: string;
  readonly secret: string | undefined;
}

/** The streams that one command creates. */
interface Beginning {
  readonly streams: readonly FirstEvent[];
  readonly origin: CommandOrigin;
}

type StartedKeys = ReadonlySet<string>;
type Begin = (beginning: Beginning) => Promise<StartedKeys>;

const attempts = 10;
const deadlock = "40P01";
const lockNotAvailable = "55P03";
/** Maximum wait for a lock (ms); requests time out after twice this time. */
const lockTimeoutMs = 5000;
/** Concurrent statements shared by commands; a slow one delays only its own batch. */
const maxConcurrent = 4;
/** Maximum concurrent transactions of {@link NewStreams.alone}, one per key. The others wait without a connection. */
const maxAlone = 4;

/** Creates {@link NewStreams}. `onAudited` is called with the number of rows added to the audit log. */
export function createNewStreams(pool: pg.Pool, onAudited: (rows: number) => void = () => {}): NewStreams {
  const sharing = new Map<StreamInsert, Begin>();

  async function begin(
    streamType: StreamType,
    insert: StreamInsert,
    beginnings: readonly Beginning[],
    transaction: Queryable | null = null,
  ): Promise<StartedKeys> {
    const given = beginnings.flatMap(({ streams }, origin) => streams.map((stream) => ({ ...stream, origin })));
    const origins = beginnings.map(({ origin }) => originJson(origin));
    const statement = named(`begin_${streamType}`, statementOf(streamType, insert, given, origins));
    const beginIn = async (queryable: Queryable): Promise<StartedKeys> => {
      const { rows } = await queryable.query<{ id: string }>(statement);
      if (transaction) await markCalls(transaction, beginnings, rows);
      onAudited(rows.length);
      return new Set(rows.map(({ id }) => id));
    };
    // Does not retry within a transaction, because the function that opened the transaction retries all of it.
    return transaction ? beginIn(transaction) : retryAfterDeadlocks(() => beginIn(pool));
  }

  /**
   * Opens a batching writer. A batch that Postgres rejects is retried one command at a time, so that only the offending
   * ones fail.
   */
  function openShared(streamType: StreamType, insert: StreamInsert): Begin {
    const alone: Begin = (beginning) => begin(streamType, insert, [beginning]);
    const together = batchWhileBusy<Beginning, Begin>(
      async (beginnings) => {
        try {
          const begun = await begin(streamType, insert, beginnings);
          return async () => begun;
        } catch (error) {
          if (beginnings.length === 1 || !(error instanceof pg.DatabaseError)) throw error;
          return alone;
        }
      },
      maxConcurrent,
      true,
    );
    return async (beginning) => (await together(beginning))(beginning);
  }

  const queue = createKeyedQueue();

  return {
    async beginStreams(aggregate, insert, streams, origin) {
      const { streamType } = aggregate;
      const beginning = beginningOf(aggregate, streams, origin);
      if (origin.call) {
        return retryAfterDeadlocks(() =>
          inTransaction(pool, (client) => begin(streamType, insert, [beginning], client)),
        );
      }
      if (streams.length > 1 || streams.some(({ mayWait }) => mayWait)) return begin(streamType, insert, [beginning]);
      const shared = sharing.get(insert) ?? openShared(streamType, insert);
      sharing.set(insert, shared);
      return shared(beginning);
    },
    alone(key, work) {
      return queue(key, async () => {
        const attempt = () =>
          inTransaction(pool, async (client) => {
            await client.query(`SET LOCAL lock_timeout = '${lockTimeoutMs}ms'`);
            await client.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
            return work({
              queryable: client,
              beginStreams: (aggregate, insert, streams, origin) =>
                begin(aggregate.streamType, insert, [beginningOf(aggregate, streams, origin)], client),
            });
          });
        try {
          return await retryAfterDeadlocks(attempt);
        } catch (error) {
          if (!hasCode(error, lockNotAvailable)) throw error;
          throw new UnavailableError("The call takes too long at the moment. Please try again", error);
        }
      });
    },
  };
}

/** Records the calls of commands whose streams are created in a separate transaction. */
async function markCalls(
  transaction: Queryable,
  beginnings: readonly Beginning[],
  begun: readonly { readonly id: string }[],
): Promise<void> {
  for (const { origin } of beginnings) {
    if (!origin.call || begun.length === 0) continue;
    const made = begun.map(({ id }) => id);
    await markDone((statement) => readRows(transaction, statement), origin.call, made);
  }
}

/** Runs work of the same key sequentially, and of at most {@link maxAlone} keys at a time. */
function createKeyedQueue() {
  const all = new Semaphore(maxAlone);
  const queues = new Map<string, Semaphore>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? new Semaphore(1);
    queues.set(key, queue);
    try {
      return await queue.runExclusive(() => all.runExclusive(work));
    } finally {
      if (!queue.isLocked()) queues.delete(key);
    }
  };
}

/** Retries a whole transaction that Postgres ended as a deadlock. */
async function retryAfterDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!hasCode(error, deadlock) || attempt === attempts) throw error;
    }
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof pg.DatabaseError && error.code === code;
}

function beginningOf<S extends StreamType, State, Command extends { readonly type: string }>(
  { decide, initial }: Aggregate<S, State, Command>,
  streams: readonly NewStream<Command>[],
  origin: CommandOrigin,
): Beginning {
  return {
    streams: streams.map(({ id, command, secret }) => {
      const { type, version, data } = only(decide(command, initial));
      const detail = boundedJson({ ...origin.detail, events: [type] });
      return { id, action: command.type, type, version, data, detail, secret };
    }),
    origin,
  };
}

function only<Event>(events: readonly Event[]): Event {
  const [event] = events;
  if (!event || events.length > 1) throw new Error("a new event stream must begin with exactly one event");
  return event;
}

function originJson(origin: CommandOrigin): object {
  const values = originValues(origin);
  return { meta: origin.meta, ...Object.fromEntries(originColumns.map((column, i) => [column, values[i]])) };
}

/**
 * Builds the statement. Events are inserted from `made`, so their positions are assigned while the read tables' locks
 * are held, in the order of conflicting commands. `rebuild` relies on this order.
 */
function statementOf(
  streamType: StreamType,
  { rows }: StreamInsert,
  given: readonly object[],
  origins: readonly object[],
): Sql {
  const origin = originColumns.map((column, i) => `(entry ->> '${column}')::${originTypes[i]} AS ${column}`);
  const columns = raw(originColumns.join(", "));
  const type = raw(`'${streamType}'`);
  return sql`WITH given AS MATERIALIZED (
      SELECT ordinal, (entry ->> 'origin')::integer AS origin, (entry ->> 'id')::uuid AS id, entry ->> 'action' AS action,
        entry ->> 'type' AS type, (entry ->> 'version')::integer AS version, entry -> 'data' AS data,
        (entry ->> 'detail')::jsonb AS detail, entry ->> 'secret' AS secret
      FROM jsonb_array_elements(${JSON.stringify(given)}::jsonb) WITH ORDINALITY AS element (entry, ordinal)),
    given_by AS MATERIALIZED (
      SELECT number - 1 AS origin, entry -> 'meta' AS meta, ${raw(origin.join(", "))}
      FROM jsonb_array_elements(${JSON.stringify(origins)}::jsonb) WITH ORDINALITY AS element (entry, number)),
    ${rows},
    appended AS (
      INSERT INTO event (stream_type, stream_id, stream_version, type, schema_version, data, meta)
      SELECT ${type}, id, 1, type, version, data, meta
      FROM made JOIN given USING (id) JOIN given_by USING (origin) ORDER BY ordinal)
    INSERT INTO audit (${columns}, action, resource_type, resource_id, detail)
    SELECT ${columns}, action, ${type}, id, detail
    FROM made JOIN given USING (id) JOIN given_by USING (origin) ORDER BY ordinal
    RETURNING resource_id AS id`;
}
