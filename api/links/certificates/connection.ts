import { Mutex } from "async-mutex";
import type { Client, QueryResult, QueryResultRow } from "pg";

/** What this work does with its connection to Postgres. */
export interface Connection {
  query<Row extends QueryResultRow>(sql: string, values?: unknown[]): Promise<QueryResult<Row>>;
}

/** A connection on which several hosts are worked on at once: it gets one statement at a time. */
export function oneAtATime(client: Client): Connection {
  const turns = new Mutex();
  return { query: (sql, values) => turns.runExclusive(() => client.query(sql, values)) };
}
