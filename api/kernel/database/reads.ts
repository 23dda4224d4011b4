import { createHash } from "node:crypto";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { createPool } from "@hoplog/platform/postgres/pool.js";
import { raw, type Sql } from "@hoplog/platform/postgres/sql.js";
import { UnderscoreNamingStrategy } from "@mikro-orm/core";
import pg, { type Pool, type QueryResultRow } from "pg";
import { applicationRole } from "./orm.ts";

/** A plain connection pool for queries that run so often that the ORM's overhead exceeds the query itself. */
export interface Reads {
  readonly reads: Pool;
}

/** Opens a pool for frequent queries, with the role {@link applicationRole}. */
export function openReads(databaseUrl: string, logger: Logger): Pool {
  return createPool({ databaseUrl, applicationName: "hoplog api reads", logger, max: 20, role: applicationRole });
}

/** Queries like {@link readRows}, but without a prepared statement, for SQL whose text varies. */
export async function readRowsOnce<Row extends QueryResultRow>(pool: Pool, statement: Sql): Promise<Row[]> {
  return (await pool.query<Row>(statement)).rows;
}

const queryCanceled = "57014";

/**
 * Queries like {@link readRowsOnce} with a timeout in milliseconds, after which it returns null. `settings` are
 * Postgres settings for this query only.
 */
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
    const rows = await client.query<Row>(statement).then((answer) => answer.rows, nullIfCancelled);
    await client.query("ROLLBACK");
    broken = false;
    return rows;
  } finally {
    client.release(broken);
  }
}

function nullIfCancelled(error: unknown): null {
  if (error instanceof pg.DatabaseError && error.code === queryCanceled) return null;
  throw error;
}

/** A pool, or one connection of it that is in a transaction. */
export type Queryable = Pick<Pool, "query">;

/** The name of the prepared statement for each SQL text. */
const names = new Map<string, string>();

/** Queries with a prepared statement; its text must be one of a fixed few. */
export async function readRows<Row extends QueryResultRow>(pool: Queryable, statement: Sql): Promise<Row[]> {
  // Reads the statement's fields only once, because each getter builds the text again.
  const { text, values } = statement;
  let name = names.get(text);
  if (name === undefined) {
    name = createHash("sha256").update(text).digest("hex").slice(0, 40);
    names.set(text, name);
  }
  return (await pool.query<Row>({ name, text, values })).rows;
}

const naming = new UnderscoreNamingStrategy();

/** Returns the column name of an entity's property. */
export function columnNamed(property: string): string {
  return naming.propertyToColumnName(property);
}

/** Returns the columns of an entity, aliased to its property names, for a SELECT that bypasses the ORM. */
export function columnsOf(table: string, properties: object): Sql {
  const names = Object.keys(properties);
  return raw(names.map((name) => `${table}.${columnNamed(name)} AS "${name}"`).join(", "));
}
