import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { errorCode } from "@hoplog/platform/process/errorCode.js";
import { EngineError } from "../engine.ts";

/** Error codes of a Postgres that is starting, recovering or temporarily full. */
const passing = new Set(["57P03", "53300", "ECONNREFUSED", "ECONNRESET", "EPIPE"]);

/**
 * Retries the connection until Postgres responds, then creates the database if missing. `url` names the maintenance
 * database; `failure` rejects if the process ends first. There is no timeout while the process runs, because crash
 * recovery may take long.
 */
export async function ensureDatabase(url: string, database: string, failure: Promise<never>): Promise<void> {
  const client = await Promise.race([connect(url), failure]);
  try {
    const found = await client.query(sql`select 1 from pg_database where datname = ${database}`);
    if (found.rowCount === 0) await client.query(sql`create database ${raw(client.escapeIdentifier(database))}`);
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      const code = errorCode(error);
      if (code === "28P01") {
        throw new EngineError(
          "Postgres rejects the password, because its data folder was created with another password. Restore the secrets.json that belongs to this data folder.",
          { cause: error },
        );
      }
      if (code === undefined || !passing.has(code)) throw error;
      await delay(20);
    }
  }
}
