import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

/** The engines that a whole test run shares. */
export interface TestEngines {
  /** A superuser's address. */
  postgres: string;
  clickHouse: { address: string; username: string; password: string };
}

declare module "vitest" {
  export interface ProvidedContext {
    engines: TestEngines;
  }
}

/** An empty Postgres database of the test's own, on the run's real Postgres. */
export async function freshDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const admin = inject("engines").postgres;
  const name = uniqueName();
  await query(admin, `create database ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => query(admin, `drop database if exists ${name} with (force)`) };
}

/** An empty ClickHouse database of the test's own, on the run's real ClickHouse; `url` is the server's. */
export async function freshClickHouse(): Promise<{
  url: string;
  username: string;
  password: string;
  database: string;
  drop: () => Promise<void>;
}> {
  const { address, username, password } = inject("engines").clickHouse;
  const database = uniqueName();
  const command = async (sql: string) => {
    const headers = { "X-ClickHouse-User": username, "X-ClickHouse-Key": password };
    const response = await fetch(address, { method: "POST", headers, body: sql });
    const body = await response.text();
    if (!response.ok) throw new Error(`${sql}: ${body}`);
  };
  await command(`CREATE DATABASE ${database}`);
  return {
    url: address,
    username,
    password,
    database,
    drop: () => command(`DROP DATABASE IF EXISTS ${database} SYNC`),
  };
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function uniqueName(): string {
  return `t_${randomBytes(8).toString("hex")}`;
}
