import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestStack } from "../running/runningStack.ts";
import { z } from "zod";

/** Credentials for ClickHouse over HTTP, as analysts' tools use. */
export interface SqlLogin {
  readonly user: string;
  readonly password: string;
  readonly url: string;
}

export interface SqlAnswer {
  readonly ok: boolean;
  readonly text: string;
  /** Error name such as ACCESS_DENIED; empty on success. */
  readonly error: string;
}

/** Runs a query. `query` holds URL parameters such as `max_threads=9`. */
export async function ask(login: SqlLogin, sql: string, query = ""): Promise<SqlAnswer> {
  const response = await fetch(`${login.url}/?${query}`, {
    method: "POST",
    headers: { "X-ClickHouse-User": login.user, "X-ClickHouse-Key": login.password },
    body: sql,
  });
  const text = (await response.text()).trim();
  return {
    ok: response.ok,
    text,
    error: response.ok ? "" : (/\(([A-Z_0-9]+)\)(?: \(version|$)/.exec(text)?.[1] ?? text),
  };
}

const secrets = z.object({
  clickHouse: z.string(),
  analyst: z.string(),
  console: z.string(),
  postgres: z.string(),
  token: z.string(),
});
const ports = z.object({ clickHouse: z.number(), analysts: z.number() });

/** Reads credentials and ports from a running stack's data folder. */
export function insideOf(testStack: TestStack) {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(testStack.dataFolder, name), "utf8"));
  const known = secrets.parse(read("secrets.json"));
  const { clickHouse, analysts } = ports.parse(read("ports.json"));
  const [url, analystsUrl] = [`http://127.0.0.1:${clickHouse}`, `http://127.0.0.1:${analysts}`];
  return {
    secrets: known,
    analyst: { user: "analyst", password: known.analyst, url: analystsUrl },
    /** Login for the engine that stores the tables. */
    service: { user: "hoplog", password: known.clickHouse, url },
    /** Login for all running engines with copies; their output is concatenated. */
    copies: { user: "hoplog", password: known.clickHouse, url: analystsUrl },
  };
}

const created = z.object({
  data: z.object({
    createSqlAccess: z.object({ password: z.string(), access: z.object({ user: z.string(), httpUrl: z.string() }) }),
  }),
});

/** Sends one GraphQL operation with the token. */
export async function operate(appUrl: string, token: string, query: string): Promise<unknown> {
  const response = await fetch(`${appUrl}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  });
  return response.json();
}

/** Grants the account SQL access, or creates a new password. */
export async function createAccess(
  appUrl: string,
  { password: own, tokens }: { readonly password: string; readonly tokens: { readonly accessToken: string } },
): Promise<SqlLogin> {
  const query = `mutation { createSqlAccess(password: ${JSON.stringify(own)}) { password access { user httpUrl } } }`;
  const answer = await operate(appUrl, tokens.accessToken, query);
  const { password, access } = created.parse(answer).data.createSqlAccess;
  return { user: access.user, password, url: access.httpUrl };
}

/** Returns whether the login succeeds; false if ClickHouse is down. */
export async function canLogIn(login: SqlLogin): Promise<boolean> {
  return ask(login, "SELECT 1").then(
    ({ ok }) => ok,
    () => false,
  );
}
