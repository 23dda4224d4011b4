import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { timed } from "./timed.ts";

/** The engines that one worker's tests share. */
export interface TestEngines {
  /** A superuser's address. */
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
 * This worker's engines. Workers don't share them: readers of the event log wait for every transaction that is open in the
 * same Postgres, also in another test's database.
 */
function ownEngines(): TestEngines {
  const engines = inject("engines")[Number(process.env["VITEST_POOL_ID"]) - 1];
  if (!engines) throw new Error("There are fewer engines than workers");
  return engines;
}

export interface FreshDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A Postgres database of the test's own, on a real Postgres: an empty one, or a copy of another that nobody is connected to. */
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

/** A copy of what `fill` makes of an empty database, once for each worker, which has one file at a time. */
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

/** A database of a test's own; `url` is the server's. */
export interface FreshClickHouse {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly database: string;
  drop(): Promise<void>;
}

/** An empty ClickHouse database of the test's own, on a real ClickHouse. */
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
