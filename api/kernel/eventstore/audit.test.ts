import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { sweep } from "../../accounts/identity/sweep.ts";
import {
  call,
  graphql,
  logIn,
  makeLink,
  openTestApi,
  password,
  signUp,
  type TestApi,
  type TestUser,
} from "../../testing/testApi.ts";

let api: TestApi;
/** A connection as the owner of the tables. */
let database: pg.Pool;
beforeAll(async () => {
  api = await openTestApi();
  database = new pg.Pool({ connectionString: api.databaseUrl, max: 1 });
});
afterAll(async () => {
  await database.end();
  await api.close();
});

interface Row {
  readonly action: string;
  readonly resource_type: string;
  readonly resource_id: string;
  readonly credential_kind: string;
  readonly credential_id: string | null;
  readonly command_id: string;
  readonly detail: Record<string, unknown>;
  readonly address: string | null;
  readonly request_id: string | null;
}

async function auditOf(user: TestUser): Promise<Row[]> {
  const { rows } = await database.query<Row>(sql`SELECT * FROM audit WHERE user_id = ${user.id} ORDER BY id`);
  return rows;
}

describe("the audit", () => {
  it("has a row for each command: who, by what, what, from where", async () => {
    const user = await signUp(api);
    const { id } = await makeLink(api, user);
    await call(api, "PUT", `/api/urls/${id}`, {
      user,
      body: { name: "New", originalUrl: "https://u:p@secret.example/" },
    });
    await call(api, "PUT", `/api/urls/${id}`, { user, body: { name: "New", originalUrl: "https://secret.example/" } });
    await call(api, "PUT", `/api/urls/${id}`, { user, body: { name: "New" } });
    await graphql(api, 'mutation { createGroup(name: "Private name") { id } }', {}, user);
    await call(api, "GET", "/api/auth/export", { user }).catch(() => {});
    const other = await logIn(api, user.email);
    await call(api, "POST", "/api/auth/logout", { user: other });
    const body = { currentPassword: password, newPassword: "another horse battery" };
    await call(api, "POST", "/api/auth/change-password", { user, body });

    const rows = await auditOf(user);
    const audited = rows.map(({ action, resource_type, credential_kind, detail }) => ({
      action,
      resource_type,
      credential_kind,
      detail,
    }));
    const account = { resource_type: "user", detail: {} };
    expect(audited).toEqual([
      { ...account, action: "Register", credential_kind: "password", detail: { events: ["UserRegistered"] } },
      {
        ...account,
        action: "SignIn",
        credential_kind: "password",
        detail: { events: ["UserSignedIn"], method: "password" },
      },
      {
        action: "CreateLink",
        resource_type: "link",
        credential_kind: "session",
        detail: { events: ["LinkCreated"] },
      },
      {
        action: "EditLink",
        resource_type: "link",
        credential_kind: "session",
        detail: { events: ["LinkRenamed", "LinkRetargeted"] },
      },
      {
        action: "CreateGroup",
        resource_type: "group",
        credential_kind: "session",
        detail: { events: ["GroupCreated"] },
      },
      { ...account, action: "Export", credential_kind: "session" },
      {
        ...account,
        action: "SignIn",
        credential_kind: "password",
        detail: { events: ["UserSignedIn"], method: "password" },
      },
      { ...account, action: "LogOut", credential_kind: "session" },
      { ...account, action: "ChangePassword", credential_kind: "session", detail: { events: ["PasswordChanged"] } },
    ]);
    expect(new Set(rows.map(({ address }) => address))).toEqual(new Set(["127.0.0.1"]));
    expect(new Set(rows.map(({ command_id }) => command_id)).size).toBe(rows.length);
    expect(rows.find(({ action }) => action === "EditLink")?.resource_id).toBe(id);
    const sessions = await database.query<{ id: string }>(sql`SELECT id FROM session WHERE user_id = ${user.id}`);
    const known = sessions.rows.map((row) => row.id);
    const used = rows.flatMap(({ credential_id }) => credential_id ?? []);
    expect(known).toEqual(expect.arrayContaining(used));
    expect(JSON.stringify(rows)).not.toMatch(/secret\.example|Private name|horse/);
  });

  it.each([
    ["EditLink", "PUT", "/api/urls/:id", { name: "Other" }],
    ["CreateGroup", "POST", "/graphql", { query: 'mutation { createGroup(name: "Group") { id } }' }],
    ["StartLinkJob", "POST", "/api/urls/jobs", { urlIds: [":id"], change: { isActive: false } }],
  ] as const)("says by which request a command was given: %s", async (action, method, url, body) => {
    const user = await signUp(api);
    const { id } = await makeLink(api, user);
    const answer = await api.app.inject({
      method,
      url: url.replace(":id", id),
      headers: { authorization: `Bearer ${user.accessToken}` },
      payload: JSON.parse(JSON.stringify(body).replace(":id", id)),
    });
    expect(answer.statusCode).toBeLessThan(300);
    const requestId = answer.headers["x-request-id"];
    expect(requestId).toMatch(/^[\da-f-]{36}$/);
    // The job's own command runs later, in its worker.
    const done = action === "StartLinkJob" ? "SetLinkActive" : action;
    await expect
      .poll(async () =>
        (await auditOf(user)).filter(({ request_id }) => request_id === requestId).map((row) => row.action),
      )
      .toContain(done);
  });

  it("says that a session ended because its refresh token came twice", async () => {
    const user = await signUp(api);
    const { refreshToken } = user;
    for (const status of [200, 401, 401]) {
      expect((await call(api, "POST", "/api/auth/refresh-token", { body: { refreshToken } })).status).toBe(status);
    }
    const rows = (await auditOf(user)).filter(({ action }) => action === "EndSession");
    expect(rows).toMatchObject([{ credential_kind: "session", detail: { reason: "refresh token used twice" } }]);
    expect(JSON.stringify(rows)).not.toContain(refreshToken);
  });

  it("gets no row for a command that fails", async () => {
    const user = await signUp(api);
    const before = await auditOf(user);
    await makeLink(api, user, { originalUrl: "nonsense" }).catch(() => {});
    await call(api, "PUT", `/api/urls/${user.id}`, { user, body: { name: "None" } });
    expect(await auditOf(user)).toEqual(before);
  });

  it("counts what it is given", async () => {
    const rowsOf = async () => /^hoplog_api_audit_rows_total\S* (\d+)$/m.exec(await api.registry.metrics())?.[1];
    const before = Number(await rowsOf());
    await makeLink(api, await signUp(api));
    expect(Number(await rowsOf())).toBe(before + 3);
  });
});

describe("a row of the audit", () => {
  const attempts = [
    "UPDATE audit SET action = 'Nothing'",
    "DELETE FROM audit",
    "TRUNCATE audit",
    "ALTER TABLE audit DISABLE TRIGGER ALL",
    "SET hoplog.audit = 'DELETE'; DELETE FROM audit",
    "SELECT erase_audit((SELECT id FROM user_account LIMIT 1))",
    "SELECT expire_audit(29)",
    "SELECT expire_audit(0)",
    "SELECT expire_audit(NULL)",
    "SELECT expire_audit(-1)",
  ];
  it.each(attempts)("can't be changed or removed through the api's connection: %s", async (statement) => {
    await signUp(api);
    const count = "SELECT count(*)::int AS rows, md5(string_agg(audit::text, '' ORDER BY id)) FROM audit";
    const before = await database.query(count);
    await expect(api.services.reads.query(statement)).rejects.toThrow();
    expect((await database.query(count)).rows).toEqual(before.rows);
  });

  it.each(["UPDATE audit SET action = 'Nothing'", "DELETE FROM audit", "TRUNCATE audit"])(
    "isn't changed or removed by its owner's mistake either: %s",
    async (statement) => {
      await signUp(api);
      await expect(database.query(statement)).rejects.toThrow("only ever added");
    },
  );

  it("holds no more than a little", async () => {
    const insert = `INSERT INTO audit (actor_kind, credential_kind, via, action, resource_type, resource_id, detail, address)
      VALUES ('user', 'session', 'rest', $1, 'user', gen_random_uuid(), $2, $3)`;
    const long = "x".repeat(1_000_000);
    for (const values of [
      [long, "{}", null],
      ["SignIn", JSON.stringify({ reason: long }), null],
      ["SignIn", "{}", long],
    ]) {
      await expect(api.services.reads.query(insert, values)).rejects.toThrow("violates check constraint");
    }
  });

  it("goes when its time is over, and not before", async () => {
    const user = await signUp(api);
    const other = await signUp(api);
    const aged = `INSERT INTO audit (at, actor_kind, user_id, credential_kind, via, action, resource_type, resource_id, detail)
      VALUES (now() - make_interval(days => $2), 'user', $1, 'session', 'rest', 'Aged', 'user', $1, '{}')`;
    await database.query(aged, [user.id, 41]);
    await database.query(aged, [other.id, 39]);
    await sweep(api.services.orm, new Date(), 40);
    expect((await auditOf(user)).map(({ action }) => action)).not.toContain("Aged");
    expect((await auditOf(other)).map(({ action }) => action)).toContain("Aged");
  });

  it("keeps ids alone when its account is erased", async () => {
    const user = await signUp(api);
    const { id } = await makeLink(api, user);
    await graphql(api, "mutation ($password: String!) { deleteAccount(password: $password) }", { password }, user);
    const rows = await auditOf(user);
    expect(rows.map(({ action }) => action)).toEqual(["Register", "SignIn", "CreateLink", "Delete"]);
    for (const { detail, address } of rows) expect({ detail, address }).toEqual({ detail: {}, address: null });
    const { rows: ended } = await database.query<{ meta: Record<string, unknown> }>(
      sql`SELECT meta FROM event WHERE stream_id = ${id} AND type = 'LinkDeleted'`,
    );
    expect(ended.map(({ meta }) => meta)).toMatchObject([
      { userId: user.id, commandId: rows.at(-1)?.command_id, credential: { kind: "session" } },
    ]);
  });
});
