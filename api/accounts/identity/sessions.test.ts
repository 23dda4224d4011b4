import { createListener } from "@hoplog/platform/postgres/listener.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { sql, type Sql } from "@hoplog/platform/postgres/sql.js";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { call, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { openRevocations } from "./revocations.ts";
import { sweep } from "./sweep.ts";

const logger = createLogger("api", "silent");
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

async function sessionOf({ accessToken }: TestUser): Promise<string> {
  const claims = await api.services.accessTokens.verify(accessToken);
  return claims?.sessionId ?? "";
}

/** Opens the session state of another API process. */
async function elsewhere() {
  const listener = createListener({ databaseUrl: api.databaseUrl, applicationName: "test elsewhere", logger });
  const { orm, now } = api.services;
  const revocations = await openRevocations({ orm, listener, logger, now });
  onTestFinished(async () => {
    await revocations.close();
    await listener.close();
  });
  return revocations;
}

/** Terminates the database connections with the given application name, to simulate a broken network. */
async function cutOff(applicationName: string): Promise<void> {
  const client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  await client.query(
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = ${applicationName}`,
  );
  await client.end();
}

describe("a session that has ended", () => {
  it("has no use for its access token any more, in any process", async () => {
    const other = await elsewhere();
    const user = await signUp(api);
    const sessionId = await sessionOf(user);
    expect(other.has(sessionId)).toBe(false);
    await call(api, "POST", "/api/auth/logout", { user });
    await expect.poll(async () => (await call(api, "GET", "/api/auth/profile", { user })).status).toBe(401);
    await expect.poll(() => other.has(sessionId)).toBe(true);
  });

  it("is known to a process that starts later", async () => {
    const user = await signUp(api);
    await call(api, "POST", "/api/auth/logout", { user });
    expect((await elsewhere()).has(await sessionOf(user))).toBe(true);
  });

  it("is known to a process whose connection was lost meanwhile", async () => {
    const other = await elsewhere();
    const user = await signUp(api);
    const revoked: string[] = [];
    other.watch((sessionId) => revoked.push(sessionId));
    await cutOff("test elsewhere");
    await call(api, "POST", "/api/auth/logout", { user });
    const sessionId = await sessionOf(user);
    await expect.poll(() => other.has(sessionId)).toBe(true);
    expect(revoked).toContain(sessionId);
  });
});

describe("sweeping", () => {
  it("goes on behind what fails", async () => {
    const em = api.services.orm.em.fork();
    const client = new pg.Client({ connectionString: api.databaseUrl });
    await client.connect();
    onTestFinished(async () => {
      await client.query("ALTER TABLE email_change_away RENAME TO email_change");
      await client.end();
    });
    await client.query("ALTER TABLE email_change RENAME TO email_change_away");
    await execute(em, sql`INSERT INTO rate_limit VALUES ('behind', 1, 1)`);
    await expect(sweep(api.services.orm, new Date(), 365)).rejects.toThrow(AggregateError);
    expect(await rowsOf(em, sql`SELECT key FROM rate_limit WHERE key = 'behind'`)).toEqual([]);
  });

  it("removes what has run out, and nothing else", async () => {
    const em = api.services.orm.em.fork();
    const live = await signUp(api);
    const spent = await signUp(api);
    await call(api, "POST", "/api/auth/logout", { user: spent });
    await execute(
      em,
      sql`INSERT INTO mailed_token VALUES ('old', ${live.id}, 'reset password', 'a@b.c', now() - interval '1 minute'),
        ('new', ${live.id}, 'reset password', 'a@b.c', now() + interval '1 minute')`,
    );
    await execute(em, sql`INSERT INTO rate_limit VALUES ('old', 1, 1), ('new', 1, 99999999999999)`);
    await sweep(api.services.orm, new Date(Date.now() + 1000), 365);
    const count = async (what: Sql) =>
      (await rowsOf<{ count: number }>(em, sql`SELECT count(*)::int AS count FROM ${what}`))[0]?.count;
    expect(await rowsOf(em, sql`SELECT hash FROM mailed_token ORDER BY hash`)).toEqual([{ hash: "new" }]);
    expect(await rowsOf(em, sql`SELECT key FROM rate_limit`)).toEqual([{ key: "new" }]);
    // The session's row remains, because its access token must still be refused.
    expect(await count(sql`session WHERE user_id = ${spent.id}`)).toBe(1);

    const inAMonth = new Date(Date.now() + 31 * 24 * 60 * 60 * 1000);
    await sweep(api.services.orm, inAMonth, 365);
    expect(await count(sql`session WHERE user_id IN (${spent.id}, ${live.id})`)).toBe(0);
    expect(await count(sql`refresh_token`)).toBe(0);
  });
});
