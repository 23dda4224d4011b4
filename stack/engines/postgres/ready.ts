import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { errorCode } from "@hoplog/platform/process/errorCode.js";
import { EngineError } from "../engine.ts";

/** Codes with which Postgres says that it is still starting, recovering or full for the moment. */
const passing = new Set(["57P03", "53300", "ECONNREFUSED", "ECONNRESET", "EPIPE"]);

/**
 * Connects until Postgres answers, then makes sure that the database exists. `url` names the maintenance database;
 * `failure` rejects when the process ends meanwhile. Recovery after a crash may take long, so there is no limit while the process lives.
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
          "Postgres refuses the password. Its data folder was made with another one: bring back the secrets.json that belongs to it.",
          { cause: error },
        );
      }
      if (code === undefined || !passing.has(code)) throw error;
      await delay(20);
    }
  }
}
