import { Mutex } from "async-mutex";
import type { Client, QueryResult, QueryResultRow } from "pg";
import { type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import { isServedSql } from "../domains/domain.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { execute } from "../../kernel/database/statements.ts";

// Rows of certificates. All statements except that of `withdrawCertificatesOf` run on the connection that holds the
// worker's lock, so a process that has lost the lock to another process can no longer write. Each function runs a
// single statement, because several hosts are processed concurrently.

/** The PostgreSQL operations that this work needs. */
export interface Connection {
  query<Row extends QueryResultRow>(statement: string | Sql): Promise<QueryResult<Row>>;
}

/** Returns a connection that several hosts can use concurrently: it runs one statement at a time. */
export function oneAtATime(client: Client): Connection {
  const turns = new Mutex();
  return { query: (statement) => turns.runExclusive(() => client.query(statement)) };
}

/** A host that is due. */
export interface DueHost {
  readonly host: string;
  readonly orderUrl: string | null;
  readonly orderKey: Uint8Array | null;
  readonly failures: number;
}

/**
 * Adds rows of new hosts, and deletes certificates and orders of hosts that are no longer served. If `directory` is
 * null, only deletes.
 */
export async function syncHosts(
  client: Connection,
  own: readonly string[],
  directory: string | null,
  now: Date,
): Promise<void> {
  await client.query(
    sql`WITH wanted AS (SELECT name AS host FROM domain WHERE ${isServedSql} UNION SELECT unnest(${own}::text[])),
     gone AS (
       UPDATE host_certificate SET is_withdrawn = true, sealed = NULL, not_before = NULL, not_after = NULL,
         order_url = NULL, order_key = NULL, error = NULL, revision = revision + 1, published_in = NULL
       WHERE NOT is_withdrawn AND host NOT IN (SELECT host FROM wanted))
     INSERT INTO host_certificate (host, directory, next_at)
     SELECT host, ${directory}, ${now} FROM wanted WHERE ${directory}::text IS NOT NULL
     ON CONFLICT (host) DO UPDATE SET is_withdrawn = false, directory = excluded.directory, next_at = excluded.next_at,
       failures = 0
     WHERE host_certificate.is_withdrawn`,
  );
}

/**
 * Deletes orders at another CA, which the current CA does not know. Certificates of the other CA remain in use until
 * they are replaced.
 */
export async function changeDirectory(client: Connection, directory: string, now: Date): Promise<void> {
  await client.query(
    sql`UPDATE host_certificate SET directory = ${directory}, order_url = NULL, order_key = NULL, failures = 0, error = NULL,
      next_at = ${now}
     WHERE directory <> ${directory}`,
  );
}

/** Returns the next due host, first hosts whose certificates expire soonest, then new hosts; null if none is due. */
export async function nextDue(client: Connection, busy: readonly string[], now: Date): Promise<DueHost | null> {
  const { rows } = await client.query<DueHost>(
    sql`SELECT host, order_url AS "orderUrl", order_key AS "orderKey", failures FROM host_certificate
     WHERE NOT is_withdrawn AND next_at <= ${now} AND host <> ALL (${busy}) ORDER BY not_after NULLS LAST, next_at LIMIT 1`,
  );
  return rows[0] ?? null;
}

/**
 * Stores an order before it is finalized, so that a killed process does not lose a certificate; nulls delete the order.
 */
export async function storeOrder(
  client: Connection,
  host: string,
  url: string | null,
  key: Buffer | null,
): Promise<void> {
  await client.query(
    sql`UPDATE host_certificate SET order_url = ${url}, order_key = ${key} WHERE host = ${host} AND NOT is_withdrawn`,
  );
}

export interface StoredCertificate {
  readonly sealed: Buffer;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly renewAt: Date;
}

/** Stores a certificate. Returns false if the host was withdrawn in the meantime. */
export async function storeCertificate(client: Connection, host: string, stored: StoredCertificate): Promise<boolean> {
  const { rowCount } = await client.query(
    sql`UPDATE host_certificate SET sealed = ${stored.sealed}, not_before = ${stored.notBefore}, not_after = ${stored.notAfter},
      next_at = ${stored.renewAt}, order_url = NULL, order_key = NULL,
       failures = 0, error = NULL, revision = revision + 1, published_in = NULL
     WHERE host = ${host} AND NOT is_withdrawn`,
  );
  return (rowCount ?? 0) > 0;
}

export async function storeFailure(client: Connection, host: string, error: string, nextAt: Date): Promise<void> {
  await client.query(
    sql`UPDATE host_certificate SET failures = failures + 1, error = ${error}, next_at = ${nextAt} WHERE host = ${host}
      AND NOT is_withdrawn`,
  );
}

export interface CertificateFigures {
  readonly waiting: number;
  readonly issued: number;
  readonly failed: number;
  /** Number of certificates in the last quarter of their lifetime. */
  readonly late: number;
  readonly earliestExpirySeconds: number | null;
}

export async function readFigures(client: Connection, now: Date): Promise<CertificateFigures> {
  const { rows } = await client.query<CertificateFigures>(
    sql`SELECT count(*) FILTER (WHERE not_after > ${now})::int AS issued,
       count(*) FILTER (WHERE coalesce(not_after <= ${now}, true) AND error IS NULL)::int AS waiting,
       count(*) FILTER (WHERE coalesce(not_after <= ${now}, true) AND error IS NOT NULL)::int AS failed,
       count(*) FILTER (WHERE not_after - (not_after - not_before) / 4 <= ${now})::int AS late,
       extract(epoch FROM min(not_after) - ${now})::float8 AS "earliestExpirySeconds"
     FROM host_certificate WHERE NOT is_withdrawn`,
  );
  return rows[0] ?? { waiting: 0, issued: 0, failed: 0, late: 0, earliestExpirySeconds: null };
}

/**
 * Deletes keys and certificates of a workspace's domains at once; redirectors delete their copies when the withdrawal
 * is published.
 */
export async function withdrawCertificatesOf(tx: Transaction, ownerId: string): Promise<void> {
  await execute(
    tx,
    sql`UPDATE host_certificate SET is_withdrawn = true, sealed = NULL, not_before = NULL, not_after = NULL, order_url = NULL,
       order_key = NULL, error = NULL, revision = revision + 1, published_in = NULL
     WHERE NOT is_withdrawn AND host IN (SELECT name FROM domain WHERE owner_id = ${ownerId} AND ${isServedSql})`,
  );
}
