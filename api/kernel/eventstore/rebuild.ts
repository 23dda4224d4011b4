import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { parseEvent, type StreamType, streamTypes } from "@hoplog/schema/events/domainEvent.js";
import type { MikroORM } from "@mikro-orm/postgresql";
import type { Transaction } from "../database/orm.ts";
import { execute, rowsOf } from "../database/statements.ts";
import { projectEvent, type Projections } from "./eventStore.ts";

const batchSize = 1000;

/** The read tables and the projections that fill them. */
export interface ReadTables {
  readonly projections: readonly Projections[];
  /** Every table that the projections fill. */
  readonly tables: readonly string[];
}

interface EventRow {
  readonly position: string;
  readonly stream_type: string;
  readonly stream_version: number;
  readonly type: string;
  readonly schema_version: number;
  readonly data: unknown;
}

/**
 * Empties the read tables and fills them from the event log, in one transaction: readers see the old tables until the
 * new ones are complete, and commands wait. Returns the number of replayed events. Does not change other tables, such
 * as credentials and sessions.
 */
export async function rebuildReadTables(orm: MikroORM, { projections, tables }: ReadTables): Promise<number> {
  return orm.em.fork().transactional(async (tx) => {
    await execute(tx, sql`LOCK TABLE ${raw(tables.join(", "))} IN EXCLUSIVE MODE`);
    for (const table of tables) await execute(tx, sql`DELETE FROM ${raw(table)}`);
    let replayed = 0;
    let after = "0";
    for (;;) {
      const rows = await readFrom(tx, after);
      for (const row of rows) await projectRow(projections, tx, row);
      replayed += rows.length;
      const last = rows.at(-1);
      if (!last) return replayed;
      after = last.position;
    }
  });
}

async function projectRow(projections: readonly Projections[], tx: Transaction, row: EventRow): Promise<void> {
  const type = streamType(row.stream_type);
  const event = parseEvent(type, { type: row.type, version: row.schema_version, data: row.data });
  await projectEvent(projections, tx, type, event, row.stream_version);
}

async function readFrom(tx: Transaction, after: string): Promise<EventRow[]> {
  return rowsOf<EventRow>(
    tx,
    sql`SELECT position::text, stream_type, stream_version, type, schema_version, data FROM event
     WHERE position > ${after}::bigint ORDER BY event.position LIMIT ${batchSize}`,
  );
}

function streamType(text: string): StreamType {
  const type = streamTypes.find((known) => known === text);
  if (!type) throw new Error(`unknown stream type ${text}`);
  return type;
}
