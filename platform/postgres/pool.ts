import pg from "pg";
import type { Logger } from "../logging/logger.ts";

export type { Pool, PoolClient } from "pg";

export interface PoolSettings {
  readonly databaseUrl: string;
  /** Name of the connections in `pg_stat_activity`. */
  readonly applicationName: string;
  readonly logger: Logger;
  /** The maximum number of connections; 10 by default. */
  readonly max?: number;
  /** The role to run statements as; the user of the database URL must be a member of it. */
  readonly role?: string;
  /** A statement is cancelled after this; 30 s by default. */
  readonly statementTimeoutMs?: number;
}

/**
 * Creates a pool whose lost connections never crash the process: a query that was running rejects, an idle connection
 * is replaced. Waits for a connection for at most 5 s.
 */
export function createPool(settings: PoolSettings): pg.Pool {
  const statementTimeout = settings.statementTimeoutMs ?? 30_000;
  const pool = new pg.Pool({
    connectionString: settings.databaseUrl,
    application_name: settings.applicationName,
    ...(settings.role && { options: `-c role=${settings.role}` }),
    max: settings.max ?? 10,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: statementTimeout,
    // If the server is unreachable, it can't cancel a statement, so the client itself stops waiting a little later.
    query_timeout: statementTimeout + 5000,
    idle_in_transaction_session_timeout: 60_000,
  });
  pool.on("error", (error) => settings.logger.warn({ err: error }, "lost an idle Postgres connection"));
  // Errors of a client that is checked out reject its query, but without a listener they would also crash the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}
