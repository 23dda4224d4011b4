import pg from "pg";
import { expect } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { TestApi, TestUser } from "./testApi.ts";

/**
 * Runs two commands that need an account's password row while the row is locked. The second command does all its other
 * work before it waits for the row after the first.
 */
export async function inTurnAtCredential<First, Second>(
  { databaseUrl }: TestApi,
  { id }: TestUser,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  // Uses another user than the application's, which cannot see other users' queries.
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const watcher = new pg.Client({ connectionString: databaseUrl });
    await watcher.connect();
    await client.query("BEGIN");
    await client.query(sql`SELECT FROM credential WHERE user_id = ${id} FOR UPDATE`);
    const waiting = async () =>
      (
        await watcher.query(
          `SELECT FROM pg_stat_activity
           WHERE wait_event_type = 'Lock' AND query ILIKE '%credential%' AND datname = current_database()`,
        )
      ).rowCount;
    const begun = first();
    await expect.poll(waiting).toBe(1);
    const behind = second();
    await expect.poll(waiting).toBe(2);
    await watcher.end();
    await client.query("COMMIT");
    return await Promise.all([begun, behind]);
  } finally {
    await client.end();
  }
}
