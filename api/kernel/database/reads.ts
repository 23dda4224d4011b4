import { createHash } from "node:crypto";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { createPool } from "@hoplog/platform/postgres/pool.js";
import { raw, type Sql } from "@hoplog/platform/postgres/sql.js";
import { UnderscoreNamingStrategy } from "@mikro-orm/core";
import pg, { type Pool, type QueryResultRow } from "pg";
import { applicationRole } from "./orm.ts";

/** For queries that run so often that the ORM's way to Postgres costs more than the answer. */
export interface Reads {
  readonly reads: Pool;
}

/** Connections for frequent questions, under the application's own role. */
export function openReads(databaseUrl: string, logger: Logger): Pool {
  return createPool({ databaseUrl, applicationName: "hoplog api reads", logger, max: 20, role: applicationRole });
}

/** As {@link readRows}, for SQL of which there are many texts: none of them stays prepared. */
export async function readRowsOnce<Row extends QueryResultRow>(pool: Pool, statement: Sql): Promise<Row[]> {
  return (await pool.query<Row>(statement)).rows;
}

const queryCanceled = "57014";

/** As {@link readRowsOnce}, given up after so many milliseconds: null then. With settings of Postgres, for it alone. */
export async function readRowsWithin<Row extends QueryResultRow>(
  pool: Pool,
  milliseconds: number,
  statement: Sql,
  settings: Readonly<Record<string, number>> = {},
): Promise<Row[] | null> {
  const client = await pool.connect();
  let broken = true;
  try {
    const all = Object.entries({ statement_timeout: Math.max(1, Math.round(milliseconds)), ...settings });
    await client.query(["BEGIN READ ONLY", ...all.map(([name, value]) => `SET LOCAL ${name} = ${value}`)].join("; "));
    const rows = await client.query<Row>(statement).then((answer) => answer.rows, nullWhereCancelled);
    await client.query("ROLLBACK");
    broken = false;
    return rows;
  } finally {
    client.release(broken);
  }
}

function nullWhereCancelled(error: unknown): null {
  if (error instanceof pg.DatabaseError && error.code === queryCanceled) return null;
  throw error;
}

/** A pool, or one connection of it that is in a transaction. */
export type Queryable = Pick<Pool, "query">;

/** Of every text: the name that it is prepared under. */
const names = new Map<string, string>();

/** Queries with a prepared statement: its text must be one of a few. */
export async function readRows<Row extends QueryResultRow>(pool: Queryable, statement: Sql): Promise<Row[]> {
  // Read once: it is put together each time.
  const { text, values } = statement;
  let name = names.get(text);
  if (name === undefined) {
    name = createHash("sha256").update(text).digest("hex").slice(0, 40);
    names.set(text, name);
  }
  return (await pool.query<Row>({ name, text, values })).rows;
}

const naming = new UnderscoreNamingStrategy();

/** The column of a property of an entity. */
export function columnNamed(property: string): string {
  return naming.propertyToColumnName(property);
}

/** The columns of an entity under the names of its properties, for a SELECT that goes around the ORM. */
export function columnsOf(table: string, properties: object): Sql {
  const names = Object.keys(properties);
  return raw(names.map((name) => `${table}.${columnNamed(name)} AS "${name}"`).join(", "));
}
