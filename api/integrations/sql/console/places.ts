import { setTimeout as delay } from "node:timers/promises";
import { named, sql } from "@hoplog/platform/postgres/sql.js";
import { UnavailableError } from "@hoplog/schema/errors.js";
import type { Reads } from "../../../kernel/database/reads.ts";
import { readRows } from "../../../kernel/database/reads.ts";
import { RateLimitError } from "../../../kernel/limits/rateLimitError.ts";

/** Time after which a place expires if its API process, which is then considered dead, does not renew it. */
const leaseSeconds = 30;
/** Maximum time until a query that another API process has cancelled is aborted. */
export const renewMs = 2000;

/** A slot for a running query: one of ClickHouse's console users, numbered from 1. */
export interface Place {
  readonly place: number;
  readonly queryId: string;
}

interface LeasedPlace {
  readonly place: number | null;
  readonly running: boolean;
  /** Whether the workspace's query was cancelled but still runs in ClickHouse. */
  readonly ending: boolean;
}

/**
 * Takes a free place for a query of the workspace, among all API processes. Throws RATE_LIMIT_ERROR while another of
 * its queries runs, and UnavailableError if all places are taken.
 */
export async function takePlace({ reads }: Reads, ownerId: string, queryId: string, places: number): Promise<Place> {
  const client = await reads.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('hoplog sql places', 0))");
    await client.query("DELETE FROM sql_run WHERE expires_at < clock_timestamp()");
    const { rows } = await client.query<LeasedPlace>(
      named(
        "take_sql_place",
        sql`WITH taken AS (
          INSERT INTO sql_run (place, owner_id, query_id, expires_at)
          SELECT n, ${ownerId}, ${queryId}, clock_timestamp() + make_interval(secs => ${leaseSeconds})
          FROM generate_series(1, ${places}::integer) AS n
          WHERE NOT EXISTS (SELECT FROM sql_run WHERE sql_run.place = n)
            AND NOT EXISTS (SELECT FROM sql_run WHERE owner_id = ${ownerId})
          ORDER BY n LIMIT 1 RETURNING place)
        SELECT (SELECT place FROM taken) AS place, EXISTS (SELECT FROM sql_run WHERE owner_id = ${ownerId}) AS running,
          EXISTS (SELECT FROM sql_run WHERE owner_id = ${ownerId} AND killed_at IS NOT NULL) AS ending`,
      ),
    );
    await client.query("COMMIT");
    const [found] = rows;
    if (found && found.place !== null) return { place: found.place, queryId };
    if (found?.running) throw oneAtATime(found.ending);
    throw new UnavailableError("The SQL console is running too many queries. Please try again in a few seconds.");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

function oneAtATime(ending: boolean): RateLimitError {
  const standing = { allowed: false, limit: 1, remaining: 0, resetSeconds: 5 };
  const text = ending
    ? "ClickHouse is still ending the previous query of this account. Please try again in a few seconds."
    : "A query of this account is already running. Wait for it, or cancel it.";
  return new RateLimitError(standing, text);
}

/**
 * Renews the lease of a place. Returns whether its query may continue: false if it was cancelled or the place is lost.
 */
export async function renewPlace({ reads }: Reads, { queryId }: Place): Promise<boolean> {
  const [row] = await readRows<{ goesOn: boolean }>(
    reads,
    sql`UPDATE sql_run SET expires_at = clock_timestamp() + make_interval(secs => ${leaseSeconds}) WHERE query_id = ${queryId}
    RETURNING killed_at IS NULL AS "goesOn"`,
  );
  return row?.goesOn ?? false;
}

/** Marks a query as cancelled. Returns true only to the first caller, who kills it in ClickHouse. */
export async function markKilled({ reads }: Reads, { queryId }: Pick<Place, "queryId">): Promise<boolean> {
  return (
    (
      await readRows(
        reads,
        sql`UPDATE sql_run SET killed_at = clock_timestamp() WHERE query_id = ${queryId} AND killed_at IS NULL RETURNING place`,
      )
    ).length > 0
  );
}

export async function releasePlace({ reads }: Reads, { queryId }: Pick<Place, "queryId">): Promise<void> {
  await readRows(reads, sql`DELETE FROM sql_run WHERE query_id = ${queryId}`);
}

/** Returns the id of the query that the workspace is running in any API process; null for none. */
export async function runningQuery({ reads }: Reads, ownerId: string): Promise<string | null> {
  const [row] = await readRows<{ queryId: string }>(
    reads,
    sql`SELECT query_id AS "queryId" FROM sql_run WHERE owner_id = ${ownerId} AND expires_at > clock_timestamp()`,
  );
  return row?.queryId ?? null;
}

/** Resolves when the query has released its place, or after a timeout. */
export async function waitUntilReleased(
  { reads }: Reads,
  { queryId }: Pick<Place, "queryId">,
  ms: number,
): Promise<void> {
  const until = performance.now() + ms;

  while (
    performance.now() < until &&
    (
      await readRows(
        reads,
        sql`SELECT place FROM sql_run WHERE query_id = ${queryId} AND expires_at > clock_timestamp()`,
      )
    ).length > 0
  )
    await delay(50);
}
