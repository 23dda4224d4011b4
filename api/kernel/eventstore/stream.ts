import { join, sql } from "@hoplog/platform/postgres/sql.js";
import { parseEvent, type DomainEvent, type StreamEvents, type StreamType } from "@hoplog/schema/events/domainEvent.js";
import { UniqueConstraintViolationException } from "@mikro-orm/core";
import type { Transaction } from "../database/orm.ts";
import { execute, rowsOf } from "../database/statements.ts";
import { type AuditedAction, auditInsert, type CommandOrigin } from "./audit.ts";

/** Thrown if another command has appended to the stream since it was read. The whole command must be retried. */
export class StreamChanged extends Error {}

export interface Stream<S extends StreamType> {
  readonly events: readonly StreamEvents[S][];
  /** Number of events in the stream; 0 for one that does not exist. */
  readonly version: number;
}

interface EventColumns {
  type: string;
  schema_version: number;
  data: unknown;
}

export async function readStream<S extends StreamType>(tx: Transaction, type: S, id: string): Promise<Stream<S>> {
  const rows = await rowsOf<EventColumns>(
    tx,
    sql`SELECT type, schema_version, data FROM event WHERE stream_id = ${id} AND stream_type = ${type} ORDER BY stream_version`,
  );
  const events = rows.map((row) => parseEvent(type, { type: row.type, version: row.schema_version, data: row.data }));
  return { events, version: events.length };
}

/**
 * Appends after `version`, and adds the command's row to the audit log with the same statement, which saves a round
 * trip. Call it after the read tables have been written, because their locks then decide the order of conflicting
 * commands. Positions follow that order, and `rebuild` relies on it. Throws {@link StreamChanged}.
 */
export async function appendToStream(
  tx: Transaction,
  stream: { readonly type: StreamType; readonly id: string; readonly version: number },
  events: readonly DomainEvent[],
  origin: CommandOrigin,
  action: AuditedAction,
): Promise<void> {
  const meta = JSON.stringify(origin.meta);
  const rows = events.map(
    ({ type, version, data }, i) =>
      sql`(${stream.type}, ${stream.id}, ${stream.version + i + 1}, ${type}, ${version}, ${JSON.stringify(data)}::jsonb,
        ${meta}::jsonb)`,
  );
  try {
    await execute(
      tx,
      sql`WITH appended AS (
        INSERT INTO event (stream_type, stream_id, stream_version, type, schema_version, data, meta) VALUES ${join(rows)})
      ${auditInsert(origin, action)}`,
    );
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw new StreamChanged();
    throw error;
  }
}

/** The channel that a trigger notifies when events have been committed. */
export const eventsChannel = "hoplog_events";
