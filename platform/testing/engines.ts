import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { timed } from "./timed.ts";

/** The databases that the tests of one worker share. */
export interface TestEngines {
  /** URL with the login of a superuser. */
  postgres: string;
  clickHouse: { address: string; username: string; password: string };
}

declare module "vitest" {
  export interface ProvidedContext {
    /** One entry for each worker. */
    engines: readonly TestEngines[];
  }
}

/**
 * Returns this worker's databases. Workers don't share them: readers of the event log wait for every open transaction
 * in the same Postgres, even in another test's database.
 */
function ownEngines(): TestEngines {
  const engines = inject("engines")[Number(process.env["VITEST_POOL_ID"]) - 1];
  if (!engines) throw new Error("No test engine was started for this worker");
  return engines;
}

export interface FreshDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Creates a separate Postgres database for a test on a real Postgres: empty, or a copy of another one without
 * connections.
 */
export async function freshDatabase(template = "template1"): Promise<FreshDatabase> {
  const admin = ownEngines().postgres;
  const name = uniqueName();
  await timed("database", () => query(admin, `create database ${name} template ${template}`));
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      await timed("database: drop", () => query(admin, `drop database if exists ${name} with (force)`));
    },
  };
}

/**
 * Creates a copy of the database `name`. For the first copy of a worker, `fill` fills a new database, which is stored
 * under this name; no lock is needed, because a worker runs one file at a time.
 */
export async function filledDatabase(name: string, fill: (url: string) => Promise<void>): Promise<FreshDatabase> {
  const admin = ownEngines().postgres;
  const [found] = await query(admin, `select from pg_database where datname = '${name}'`);
  if (!found) {
    const { url, drop } = await freshDatabase();
    try {
      await fill(url);
    } catch (error) {
      await drop();
      throw error;
    }
    await query(admin, `alter database ${new URL(url).pathname.slice(1)} rename to ${name}`);
  }
  return freshDatabase(name);
}

/** A separate database for a test; `url` is the URL of the server. */
export interface FreshClickHouse {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly database: string;
  drop(): Promise<void>;
}

/** Creates a separate empty database for a test on a real ClickHouse. */
export async function freshClickHouse(): Promise<FreshClickHouse> {
  const { address, username, password } = ownEngines().clickHouse;
  const database = uniqueName();
  const command = async (sql: string) => {
    const headers = { "X-ClickHouse-User": username, "X-ClickHouse-Key": password };
    const response = await fetch(address, { method: "POST", headers, body: sql });
    const body = await response.text();
    if (!response.ok) throw new Error(`${sql}: ${body}`);
  };
  await timed("ClickHouse", () => command(`CREATE DATABASE ${database}`));
  return {
    url: address,
    username,
    password,
    database,
    drop: () => timed("ClickHouse: drop", () => command(`DROP DATABASE IF EXISTS ${database} SYNC`)),
  };
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

function uniqueName(): string {
  return `t_${randomBytes(8).toString("hex")}`;
}
