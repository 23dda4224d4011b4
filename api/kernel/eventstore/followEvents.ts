import type { Logger } from "@hoplog/platform/logging/logger.js";
import { startExclusiveWork } from "@hoplog/platform/postgres/exclusiveWork.js";
import type { StepResult } from "@hoplog/platform/retry/steps.js";
import type { Listener } from "@hoplog/platform/postgres/listener.js";
import { named, raw, sql } from "@hoplog/platform/postgres/sql.js";
import type { RawEvent, StreamType } from "@hoplog/schema/events/domainEvent.js";
import type { ClientBase } from "pg";
import { eventsChannel } from "./stream.ts";

/** A position in the event log, in the order in which followers read it. */
export interface LogPosition {
  readonly transactionId: string;
  readonly position: string;
}

export const logStart: LogPosition = { transactionId: "0", position: "0" };

/** Stores the position of a follower. */
export interface Cursor {
  read(client: ClientBase): Promise<LogPosition>;
  write(client: ClientBase, position: LogPosition): Promise<void>;
}

export interface FollowedEvent extends LogPosition, RawEvent {
  readonly streamType: StreamType;
  readonly streamId: string;
  readonly streamVersion: number;
}

/** A consumer of the committed events of some kinds of streams. */
export interface Follower {
  /** The name of the lock and of the connection. */
  readonly name: string;
  /** The kinds of streams whose events the follower gets. */
  readonly streams: readonly StreamType[];
  readonly cursor: Cursor;
  readonly batchSize: number;
  /** `at once`: each event wakes the follower. `each second`: the follower polls at most once a second. */
  readonly timing: "at once" | "each second";
  /** Runs before the first batch, and again after each failure. */
  readonly begin?: (client: ClientBase) => Promise<void>;
  /**
   * Handles the next events, in order, at least once, so it must be idempotent. Runs on the connection that holds the
   * follower's lock, so a process that lost the lock cannot write there based on outdated reads.
   */
  readonly handle: (client: ClientBase, events: readonly FollowedEvent[]) => Promise<void>;
  /**
   * Runs a step of other work on the same connection, after each batch and when there is none. Returns true while there
   * is more.
   */
  readonly between?: (client: ClientBase) => Promise<boolean>;
}

export interface FollowedLog {
  readonly databaseUrl: string;
  readonly listener: Listener;
  readonly logger: Logger;
}

const pollMs = 1000;
/** Notifications are lost with their connection, so the log is read after this time without a notification. */
const fallbackMs = 5000;

/**
 * Passes the events of the follower's streams to it, in one process at a time, until stopped; after a failure it
 * resumes from the cursor.
 */
export async function followEvents(log: FollowedLog, follower: Follower): Promise<{ stop(): Promise<void> }> {
  let begun = false;
  // Whether there may be events that the follower has not received yet.
  let isWanted = true;
  let pollAt = 0;

  async function follow(client: ClientBase): Promise<StepResult> {
    if (!isWanted && performance.now() < pollAt) return "idle";
    pollAt = performance.now() + fallbackMs;
    isWanted = false;
    const result = await followStep(client, follower);
    isWanted ||= result !== "idle";
    return result === "waiting" && follower.timing === "each second" ? "idle" : result;
  }

  const work = startExclusiveWork({
    databaseUrl: log.databaseUrl,
    name: follower.name,
    logger: log.logger,
    pollMs,
    async step(client) {
      try {
        if (!begun) await follower.begin?.(client);
        begun = true;
        const result = await follow(client);
        return (await follower.between?.(client)) ? "worked" : result;
      } catch (error) {
        // The target of the follower may have been recreated while it was unreachable.
        begun = false;
        isWanted = true;
        throw error;
      }
    },
  });
  const wake = () => {
    isWanted = true;
    if (follower.timing === "at once") work.notify();
  };
  const { unlisten } = await log.listener.listen(eventsChannel, { onNotification: wake, onGap: wake });
  // Handles events from before the connection listened.
  wake();
  return {
    async stop() {
      await work.stop();
      await unlisten();
    },
  };
}

/**
 * Handles one batch; returns `waiting` while there may be events that are not readable yet. Events are read in the
 * order of (transaction id, position), and only below the oldest open transaction, so that a transaction that commits
 * late is not skipped.
 */
export async function followStep(client: ClientBase, follower: Follower): Promise<StepResult> {
  const { streams, cursor, batchSize, timing, handle } = follower;
  const from = await cursor.read(client);
  const { rows: events } = await client.query<FollowedEvent>(
    named(
      `follow_${streams.join("_")}`,
      sql`SELECT transaction_id::text AS "transactionId", position::text, stream_type AS "streamType",
             stream_id AS "streamId", stream_version AS "streamVersion", type, schema_version AS version, data
           FROM event WHERE (transaction_id, position) > (${from.transactionId}::xid8, ${from.position}::bigint)
             AND ${raw(streamCondition(streams))}
             AND transaction_id < pg_snapshot_xmin(pg_current_snapshot())
           ORDER BY event.transaction_id, event.position LIMIT ${batchSize}`,
    ),
  );
  const last = events.at(-1);
  if (!last) return (await hasUnsettled(client, streams, from)) ? "waiting" : "idle";
  await handle(client, events);
  await cursor.write(client, { transactionId: last.transactionId, position: last.position });
  return timing === "at once" || events.length === batchSize ? "worked" : "waiting";
}

/** Inlines the names into the SQL for a better query plan. They are constants of the code. */
function streamCondition(streams: readonly StreamType[]): string {
  return `stream_type IN (${streams.map((stream) => `'${stream}'`).join(", ")})`;
}

/**
 * Returns whether any event of these streams exists after a position, including one that cannot be read yet because an
 * older transaction is open.
 */
export async function hasUnsettled(
  client: ClientBase,
  streams: readonly StreamType[],
  from: LogPosition,
): Promise<boolean> {
  const { rows } = await client.query<{ unsettled: boolean }>(
    named(
      `unsettled_${streams.join("_")}`,
      sql`SELECT EXISTS (SELECT FROM event WHERE (transaction_id, position) > (${from.transactionId}::xid8,
        ${from.position}::bigint)
             AND ${raw(streamCondition(streams))}) AS unsettled`,
    ),
  );
  return rows[0]?.unsettled ?? false;
}

/**
 * Returns the position up to which all events are committed. Later events may be missing from the current content of
 * the tables.
 */
export async function settledLogEnd(client: ClientBase): Promise<LogPosition> {
  const { rows } = await client.query<{ transactionId: string }>(
    `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS "transactionId"`,
  );
  return { transactionId: rows[0]?.transactionId ?? logStart.transactionId, position: logStart.position };
}

export interface Checkpoint extends Cursor {
  /** Returns the stored position; null if there is none. */
  find(client: ClientBase): Promise<LogPosition | null>;
}

/** Creates a cursor in PostgreSQL, in the same database as the event log. */
export function checkpoint(name: string): Checkpoint {
  async function find(client: ClientBase): Promise<LogPosition | null> {
    const { rows } = await client.query<LogPosition>(
      named(
        "checkpoint_read",
        sql`SELECT transaction_id::text AS "transactionId", position::text FROM relay_checkpoint WHERE name = ${name}`,
      ),
    );
    return rows[0] ?? null;
  }

  return {
    find,
    read: async (client) => (await find(client)) ?? logStart,
    async write(client, { transactionId, position }) {
      await client.query(
        named(
          "checkpoint_write",
          sql`INSERT INTO relay_checkpoint (name, transaction_id, position) VALUES (${name}, ${transactionId}::xid8, ${position})
               ON CONFLICT (name) DO UPDATE SET transaction_id = excluded.transaction_id, position = excluded.position`,
        ),
      );
    },
  };
}
