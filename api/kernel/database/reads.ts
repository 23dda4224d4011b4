import { createHash } from "node:crypto";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { createPool } from "@hoplog/platform/postgres/pool.js";
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
export async function readRowsOnce<Row extends QueryResultRow>(
  pool: Pool,
  sql: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await pool.query<Row>({ text: numbered(sql), values: [...values] });
  return rows;
}

const queryCanceled = "57014";

/** As {@link readRowsOnce}, given up after so many milliseconds: null then. With settings of Postgres, for it alone. */
export async function readRowsWithin<Row extends QueryResultRow>(
  pool: Pool,
  milliseconds: number,
  sql: string,
  values: readonly unknown[],
  settings: Readonly<Record<string, number>> = {},
): Promise<Row[] | null> {
  const client = await pool.connect();
  let broken = true;
  try {
    const all = Object.entries({ statement_timeout: Math.max(1, Math.round(milliseconds)), ...settings });
    await client.query(["BEGIN READ ONLY", ...all.map(([name, value]) => `SET LOCAL ${name} = ${value}`)].join("; "));
    const rows = await client
      .query<Row>({ text: numbered(sql), values: [...values] })
      .then((answer) => answer.rows, nullWhereCancelled);
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

function numbered(sql: string): string {
  let index = 0;
  return sql.replaceAll("?", () => `$${++index}`);
}
/** A pool, or one connection of it that is in a transaction. */
export type Queryable = Pick<Pool, "query">;

interface Statement {
  readonly name: string;
  readonly text: string;
}

const statements = new Map<string, Statement>();

/** Queries with a prepared statement. `sql` has question marks for its values, and must be one of a few fixed texts. */
export async function readRows<Row extends QueryResultRow>(
  pool: Queryable,
  sql: string,
  values: readonly unknown[],
): Promise<Row[]> {
  let statement = statements.get(sql);
  if (!statement) {
    statement = { name: createHash("sha256").update(sql).digest("hex").slice(0, 40), text: numbered(sql) };
    statements.set(sql, statement);
  }
  const { rows } = await pool.query<Row>({ ...statement, values: [...values] });
  return rows;
}

const naming = new UnderscoreNamingStrategy();

/** The columns of an entity under the names of its properties, for a SELECT that goes around the ORM. */
export function columnsOf(properties: object): string {
  return Object.keys(properties)
    .map((name) => `${naming.propertyToColumnName(name)} AS "${name}"`)
    .join(", ");
}
