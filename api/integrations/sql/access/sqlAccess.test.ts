import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import pg from "pg";
import { createListener } from "@hoplog/platform/postgres/listener.js";
import { readTables } from "../../../boot/features.ts";
import { rebuildReadTables } from "../../../kernel/eventstore/rebuild.ts";
import { defaultRates } from "../../../kernel/limits/rates.ts";
import { inTurnAtCredential } from "../../../testing/inTurnAtCredential.ts";
import { mailsTo, mailTo, tokenIn } from "../../../testing/mails.ts";
import { call, graphql, openTestApi, password, signUp, type TestApi, type TestUser } from "../../../testing/testApi.ts";
import { syncUsersFile } from "./syncUsersFile.ts";
import type { SqlAccessSettings } from "./services.ts";
import { usersFile } from "./usersFile.ts";

const folder = mkdtempSync(join(tmpdir(), "hoplog-sql-users-"));
const file = join(folder, "accounts.xml");
const settings: SqlAccessSettings = {
  usersFolder: folder,
  httpUrl: "http://127.0.0.1:8123",
  nativeAddress: "127.0.0.1:9000",
  database: "t_no_analysts",
};
let api: TestApi;
let closed: TestApi;

beforeAll(async () => {
  // The test ClickHouse lacks the user that reads the views, so the tests only check the commands and the users file.
  api = await openTestApi({ settings: { sqlAccess: settings } });
  closed = await openTestApi();
});
afterAll(async () => {
  await api.services.clickhouse.command({ query: "DROP DATABASE IF EXISTS t_no_analysts" });
  await api.close();
  await closed.close();
  rmSync(folder, { recursive: true, force: true });
});

const create = (user?: TestUser, accountPassword: string | null = password) =>
  graphql(
    api,
    `
      mutation ($password: String) {
        createSqlAccess(password: $password) {
          password
          access {
            available
            user
            grantedAt
            httpUrl
            nativeAddress
          }
        }
      }
    `,
    { password: accountPassword },
    user,
  );
const look = (user?: TestUser) =>
  graphql(api, "{ sqlAccess { available user grantedAt httpUrl nativeAddress } }", {}, user);
const revoke = (user?: TestUser) => graphql(api, "mutation { revokeSqlAccess { grantedAt } }", {}, user);
const there = () => readFileSync(file, "utf8");

async function rows(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

function passwordIn(answer: { body: Record<string, unknown> }): string {
  return /"password":"([\w-]+)"/.exec(JSON.stringify(answer.body))?.[1] ?? "";
}

const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");

describe("SQL access", () => {
  it("is an account's own: created, shown without its password, renewed and revoked", async () => {
    const user = await signUp(api);
    const name = `account_${user.id}`;
    const none = {
      available: true,
      user: name,
      grantedAt: null,
      httpUrl: settings.httpUrl,
      nativeAddress: "127.0.0.1:9000",
    };
    expect((await look(user)).body).toEqual({ data: { sqlAccess: none } });

    const first = passwordIn(await create(user));
    expect(first).toMatch(/^[\w-]{32}$/);
    const shown = await look(user);
    expect(shown.body).toEqual({ data: { sqlAccess: { ...none, grantedAt: expect.any(String) } } });
    expect(JSON.stringify(shown.body)).not.toContain(first);
    await expect.poll(there).toContain(`<${name}>`);
    expect(there()).toContain(hashOf(first));
    expect(there()).not.toContain(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const second = passwordIn(await create(user));
    await expect.poll(there).toContain(hashOf(second));
    expect(there()).not.toContain(hashOf(first));

    expect((await revoke(user)).body).toEqual({ data: { revokeSqlAccess: { grantedAt: null } } });
    await expect.poll(there).not.toContain(name);
    expect((await revoke(user)).body).toEqual({ data: { revokeSqlAccess: { grantedAt: null } } });
    const events = await rows(
      "SELECT type, data FROM event WHERE stream_id = $1 AND type LIKE 'SqlAccess%' ORDER BY position",
      [user.id],
    );
    expect(events.map(({ type }) => type)).toEqual(["SqlAccessGranted", "SqlAccessGranted", "SqlAccessRevoked"]);
    for (const secret of [first, second, hashOf(first), hashOf(second)]) {
      expect(JSON.stringify(events)).not.toContain(secret);
    }
  });

  it("is nobody else's: a guest gets none, and another account changes nothing of it", async () => {
    for (const answer of [await create(), await revoke(), await look()]) {
      expect(JSON.stringify(answer.body)).toContain("AUTHENTICATION_ERROR");
    }
    const [owner, other] = [await signUp(api), await signUp(api)];
    const secret = passwordIn(await create(owner));
    await revoke(other);
    expect(JSON.stringify((await look(other)).body)).not.toContain(owner.id);
    expect((await look(owner)).body).toMatchObject({ data: { sqlAccess: { grantedAt: expect.any(String) } } });
    await expect.poll(there).toContain(hashOf(secret));
  });

  it("outlives a rebuild of the read tables", async () => {
    const user = await signUp(api);
    const secret = passwordIn(await create(user));
    const before = (await look(user)).body;
    await rebuildReadTables(api.services.orm, readTables);
    expect((await look(user)).body).toEqual(before);
    await expect.poll(there).toContain(hashOf(secret));
  });

  it("ends with its account, and leaves no hash behind", async () => {
    const user = await signUp(api);
    const secret = passwordIn(await create(user));
    await expect.poll(there).toContain(hashOf(secret));
    await graphql(api, "mutation ($password: String!) { deleteAccount(password: $password) }", { password }, user);
    await expect.poll(there).not.toContain(hashOf(secret));
    expect(await rows("SELECT * FROM sql_credential WHERE user_id = $1", [user.id])).toEqual([]);
    expect(await rows("SELECT * FROM sql_access WHERE user_id = $1", [user.id])).toEqual([]);
  });

  it.each([
    [null, "Password is required"],
    ["", "Password is required"],
    ["wrong", "Password is incorrect"],
  ])("is refused with the account's password %j", async (attempt, message) => {
    const user = await signUp(api);
    const { body } = await create(user, attempt);
    const details = { fields: [{ field: "password", message }] };
    expect(body).toMatchObject({ errors: [{ extensions: { type: "VALIDATION_ERROR", status: 422, details } }] });
    expect(await rows("SELECT * FROM sql_credential WHERE user_id = $1", [user.id])).toEqual([]);
    expect(await mailsTo(api, user.email)).toEqual([]);
  });

  it("is reported to the owner by mail, whatever happens to it", async () => {
    const user = await signUp(api);
    await create(user);
    const secret = passwordIn(await create(user));
    await revoke(user);
    await revoke(user);
    await mailTo(api, user.email, "was revoked");
    const mails = await mailsTo(api, user.email);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      "SQL access to your hoplog account has a new password",
      "SQL access to your hoplog account was created",
      "SQL access to your hoplog account was revoked",
    ]);
    expect(JSON.stringify(mails)).not.toContain(secret);
  });

  it("ends with a reset of the password, and the owner is notified", async () => {
    const user = await signUp(api);
    const secret = passwordIn(await create(user));
    await expect.poll(there).toContain(hashOf(secret));
    await call(api, "POST", "/api/auth/forgot-password", { body: { email: user.email } });
    const resetToken = tokenIn(await mailTo(api, user.email, "Reset"));
    const body = { resetToken, newPassword: "a new one" };
    expect((await call(api, "POST", "/api/auth/reset-password", { body })).status).toBe(200);
    expect(await rows("SELECT * FROM sql_credential WHERE user_id = $1", [user.id])).toEqual([]);
    expect(await rows("SELECT * FROM sql_access WHERE user_id = $1", [user.id])).toEqual([]);
    await expect.poll(there).not.toContain(hashOf(secret));
    const events = await rows("SELECT type FROM event WHERE stream_id = $1 ORDER BY position DESC LIMIT 2", [user.id]);
    expect(events).toEqual([{ type: "SqlAccessRevoked" }, { type: "PasswordReset" }]);
    await mailTo(api, user.email, "was revoked");
  });

  it.each([true, false, undefined])("after a change of the password that asks %j for its end", async (revokeIt) => {
    const user = await signUp(api);
    await create(user);
    const body = { currentPassword: password, newPassword: "a new one", revokeSqlAccess: revokeIt };
    expect((await call(api, "POST", "/api/auth/change-password", { user, body })).status).toBe(200);
    const left = await rows("SELECT user_id FROM sql_credential WHERE user_id = $1", [user.id]);
    expect(left).toHaveLength(revokeIt ? 0 : 1);
    expect(await rows("SELECT user_id FROM sql_access WHERE user_id = $1", [user.id])).toHaveLength(left.length);
  });

  it("ends over GraphQL with a change that requests it, and is no trouble where there is none", async () => {
    const user = await signUp(api);
    await create(user);
    const change = (current: string, next: string) =>
      graphql(
        api,
        `mutation { changePassword(currentPassword: "${current}", newPassword: "${next}", revokeSqlAccess: true) }`,
        {},
        user,
      );
    expect((await change(password, "second one")).body).toEqual({ data: { changePassword: true } });
    expect((await look(user)).body).toMatchObject({ data: { sqlAccess: { grantedAt: null } } });
    expect((await change("second one", "third one")).body).toEqual({ data: { changePassword: true } });
  });

  it("does not outlive a reset that comes between the password and the grant", async () => {
    const user = await signUp(api);
    await call(api, "POST", "/api/auth/forgot-password", { body: { email: user.email } });
    const resetToken = tokenIn(await mailTo(api, user.email, "Reset"));
    const body = { resetToken, newPassword: "a new one" };
    const [reset, grant] = await inTurnAtCredential(
      api,
      user,
      () => call(api, "POST", "/api/auth/reset-password", { body }),
      () => create(user),
    );
    expect(reset.status).toBe(200);
    expect(JSON.stringify(grant.body)).toContain("Password is incorrect");
    expect(await rows("SELECT * FROM sql_credential WHERE user_id = $1", [user.id])).toEqual([]);
  });

  it("is not offered where nobody is let in", async () => {
    const user = await signUp(closed, "nobody@example.com");
    const query = "{ sqlAccess { available grantedAt httpUrl } }";
    const none = { available: false, grantedAt: null, httpUrl: null };
    expect((await graphql(closed, query, {}, user)).body).toEqual({ data: { sqlAccess: none } });
    for (const mutation of [`createSqlAccess(password: "${password}") { password }`, "revokeSqlAccess { user }"]) {
      const answer = await graphql(closed, `mutation { ${mutation} }`, {}, user);
      expect(JSON.stringify(answer.body)).toContain("SQL access not found");
    }
  });

  it("is given and taken only so often in an hour", async () => {
    const limited = await openTestApi({
      settings: { sqlAccess: settings, rates: { ...defaultRates, sqlAccess: { points: 2, seconds: 60 } } },
    });
    try {
      const [user, other] = [await signUp(limited, "often@example.com"), await signUp(limited, "once@example.com")];
      const requestAccess = (who: TestUser, attempt = password) =>
        graphql(limited, `mutation { createSqlAccess(password: "${attempt}") { password } }`, {}, who);
      // Wrong passwords count against another limit, so guesses do not use up the owner's limit.
      for (let i = 0; i < 3; i++) await requestAccess(user, "guess");
      await requestAccess(user);
      await requestAccess(user);
      expect(JSON.stringify((await requestAccess(user)).body)).toContain("RATE_LIMIT_ERROR");
      expect(passwordIn(await requestAccess(other))).not.toBe("");
    } finally {
      await limited.close();
    }
  });
});

describe("the users file", () => {
  const accounts = [{ accountId: "01900000-0000-7000-8000-000000000001", passwordSha256: "ab".repeat(32) }];

  it("gives each account the limits of accounts and the views, and nothing else", () => {
    const text = usersFile(accounts, "analytics");
    const name = "account_01900000-0000-7000-8000-000000000001";
    expect(text).toContain(`<${name}><profile>account</profile><workload>${name}</workload></${name}>`);
    expect(text).toContain(`<profile>${name}</profile>`);
    expect(text).toContain("<quota>account</quota>");
    expect(text.match(/<query>.*<\/query>/g)).toEqual(["<query>GRANT SELECT ON analytics.*</query>"]);
  });

  it("is written with its folder", async () => {
    const missing = join(folder, "later", "users.d");
    const { services, databaseUrl } = api;
    const user = await signUp(api);
    await create(user);
    const listener = createListener({ databaseUrl, applicationName: "test", logger: services.logger });
    const kept = await syncUsersFile({
      settings: { ...settings, usersFolder: missing },
      orm: services.orm,
      clickhouse: services.clickhouse,
      listener,
      logger: services.logger,
    });
    const written = () =>
      existsSync(join(missing, "accounts.xml")) ? readFileSync(join(missing, "accounts.xml"), "utf8") : "";
    await expect.poll(written).toContain(user.id);
    await kept.stop();
    await listener.close();
  });
});
