import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { readTables } from "../../boot/features.ts";
import { execute } from "../../kernel/database/statements.ts";
import { rebuildReadTables } from "../../kernel/eventstore/rebuild.ts";
import { follow } from "../../testing/live.ts";
import { mailsTo } from "../../testing/mails.ts";
import { operatorCommand } from "../../testing/operatorCommand.ts";
import { isRedirected, published } from "../../testing/redirectorsView.ts";
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
import { help } from "./cli.ts";

const usersFolder = mkdtempSync(join(tmpdir(), "hoplog-operator-"));
const database = "t_operator_analysts";
let api: TestApi;
let url: string;
beforeAll(async () => {
  const addresses = { httpUrl: "http://127.0.0.1:8123", nativeAddress: "127.0.0.1:9000" };
  api = await openTestApi({ settings: { sqlAccess: { usersFolder, database, ...addresses } } });
  url = `${(await api.app.listen({ port: 0, host: "127.0.0.1" })).replace("http", "ws")}/graphql`;
});
afterAll(async () => {
  await api.services.clickhouse.command({ query: `DROP DATABASE IF EXISTS ${database}` });
  await api.close();
  rmSync(usersFolder, { recursive: true, force: true });
});

const operator = (...args: string[]) => operatorCommand(api, ...args);

const done = { code: 0, err: "" };

async function linkOf(user: TestUser, id: string): Promise<Record<string, unknown>> {
  const { body } = await call(api, "GET", `/api/urls/${id}`, { user });
  return body["data"] as Record<string, unknown>;
}

describe("a banned link", () => {
  it("leads nowhere, says why, and is as before when the ban is lifted", async () => {
    const user = await signUp(api);
    const { id, code } = await makeLink(api, user);
    const isPublishedActive = await published(api);
    await expect.poll(() => isPublishedActive(code)).toBe(true);

    expect(await operator("ban", "link", code, "--reason", "Phishing of a bank")).toMatchObject(done);
    expect(await isRedirected(api, code)).toBe(false);
    await expect.poll(() => isPublishedActive(code)).toBe(false);
    expect(await linkOf(user, id)).toMatchObject({ isActive: true, banReason: "Phishing of a bank" });
    const query = `{ link(id: "${id}") { isActive banReason history { type by changes { field from to } } } }`;
    const { body } = await graphql(api, query, {}, user);
    expect(body).toMatchObject({
      data: {
        link: {
          isActive: true,
          banReason: "Phishing of a bank",
          history: [
            { type: "LinkCreated" },
            {
              type: "LinkBanned",
              by: "An operator",
              changes: [{ field: "ban", from: null, to: "Phishing of a bank" }],
            },
          ],
        },
      },
    });
    expect(await operator("ban", "link", code, "--reason", "Phishing of a bank")).toMatchObject({
      ...done,
      out: expect.stringContaining("already"),
    });

    expect(await operator("lift", "link", id)).toMatchObject({ ...done, out: expect.stringContaining("it is active") });
    expect(await isRedirected(api, code)).toBe(true);
    await expect.poll(() => isPublishedActive(code)).toBe(true);
    expect(await linkOf(user, id)).not.toHaveProperty("banReason");
    expect(await operator("lift", "link", id)).toMatchObject({ code: 1, err: `${code} is not banned.` });
  });

  it("can't be opened again by its owner, over REST or GraphQL", async () => {
    const user = await signUp(api);
    const { id, code } = await makeLink(api, user);
    const other = await makeLink(api, user);
    await operator("ban", "link", code, "--reason", "Malware");
    await call(api, "PATCH", `/api/urls/${id}/toggle-status`, { user });
    const attempts = [
      call(api, "PATCH", `/api/urls/${id}/toggle-status`, { user }),
      call(api, "PUT", "/api/urls/bulk", { user, body: { urlIds: [other.id, id], isActive: true } }),
      call(api, "POST", `/api/urls/${id}/revert`, { user, body: { version: 3 } }),
      call(api, "PUT", `/api/urls/${id}`, { user, body: { shortUrl: "another-code" } }),
      call(api, "DELETE", `/api/urls/${id}`, { user }),
    ];
    for (const { status, body } of await Promise.all(attempts)) {
      const message = expect.stringMatching(/banned by an operator.*Reason: Malware/);
      expect({ status, body }).toMatchObject({
        status: 403,
        body: { message, error: { type: "AUTHORIZATION_ERROR" } },
      });
    }
    for (const mutation of [
      `setLinkActive(id: "${id}", active: true) { id }`,
      `bulkDeleteLinks(ids: ["${other.id}", "${id}"])`,
      `updateLink(id: "${id}", input: { shortUrl: "yet-another" }) { id }`,
    ]) {
      const { body } = await graphql(api, `mutation { ${mutation} }`, {}, user);
      expect(body).toMatchObject({ errors: [{ extensions: { type: "AUTHORIZATION_ERROR" } }] });
    }
    expect(await isRedirected(api, code)).toBe(false);
    expect(await isRedirected(api, other.code)).toBe(true);
    await operator("lift", "link", code);
    // The link is inactive again, as its owner had set it.
    expect(await isRedirected(api, code)).toBe(false);
  });
});

describe("a banned account", () => {
  const loginFails = { status: 403, body: { message: expect.stringContaining("banned by an operator. Reason: Spam") } };

  it("is shut out at once, by every way in, and isPublishedActive why", async () => {
    const user = await signUp(api);
    const link = await makeLink(api, user);
    const off = await makeLink(api, user);
    await call(api, "PATCH", `/api/urls/${off.id}/toggle-status`, { user });
    await graphql(api, "mutation ($p: String) { createSqlAccess(password: $p) { password } }", { p: password }, user);
    const usersFile = () => readFileSync(join(usersFolder, "accounts.xml"), "utf8");
    await expect.poll(usersFile).toContain(user.id);
    const isPublishedActive = await published(api);
    const socket = await follow(url, user.accessToken, "subscription { workspaceCount { clicks } }");
    expect(socket).toEqual([]);

    expect(await operator("ban", "user", user.email.toUpperCase(), "--reason", "Spam")).toMatchObject(done);
    await expect.poll(async () => (await call(api, "GET", "/api/urls", { user })).status).toBe(401);
    expect((await graphql(api, "{ me { id } }", {}, user)).status).toBe(401);
    await expect(follow(url, user.accessToken, "subscription { workspaceCount { clicks } }")).rejects.toMatchObject({
      code: 4403,
    });
    const refreshToken = user.refreshToken;
    expect(await call(api, "POST", "/api/auth/refresh-token", { body: { refreshToken } })).toMatchObject({
      status: 401,
      body: { message: expect.stringContaining("Reason: Spam") },
    });
    const body = { email: user.email, password };
    expect(await call(api, "POST", "/api/auth/login", { body })).toMatchObject(loginFails);
    // A stranger gets the same response as for an unknown account.
    const guess = await call(api, "POST", "/api/auth/login", { body: { ...body, password: "a guess at it" } });
    const nobody = await call(api, "POST", "/api/auth/login", { body: { email: "nobody@example.com", password } });
    expect(guess).toEqual(nobody);
    await expect.poll(usersFile).not.toContain(user.id);
    await expect.poll(() => [isPublishedActive(link.code), isPublishedActive(off.code)]).toEqual([false, false]);
    expect([await isRedirected(api, link.code), await isRedirected(api, off.code)]).toEqual([false, false]);
    await expect
      .poll(async () => (await mailsTo(api, user.email)).map(({ subject }) => subject))
      .toContain("Your hoplog account has been banned");
    const mail = (await mailsTo(api, user.email)).find(({ subject }) => subject.endsWith("has been banned"));
    expect(mail?.text).toContain("Their reason: Spam");

    expect(await operator("lift", "user", user.id)).toMatchObject(done);
    await expect.poll(() => [isPublishedActive(link.code), isPublishedActive(off.code)]).toEqual([true, false]);
    await expect.poll(usersFile).toContain(user.id);
    const back = await logIn(api, user.email);
    expect((await call(api, "GET", "/api/urls", { user: back })).status).toBe(200);
    // Sessions that the ban ended stay ended.
    expect((await call(api, "POST", "/api/auth/refresh-token", { body: { refreshToken } })).status).toBe(401);
  });

  it("loses the WebSockets that are open", async () => {
    const user = await signUp(api);
    const { id } = await makeLink(api, user);
    let code = 0;
    const { default: WebSocket } = await import("ws");
    const socket = new WebSocket(url, "graphql-transport-ws");
    onTestFinished(() => socket.terminate());
    socket.on("close", (closedWith) => void (code = closedWith));
    socket.on("open", () =>
      socket.send(JSON.stringify({ type: "connection_init", payload: { token: user.accessToken } })),
    );
    const acknowledged = new Promise((resolve) => socket.once("message", resolve));
    await acknowledged;
    socket.send(
      JSON.stringify({
        id: "1",
        type: "subscribe",
        payload: { query: `subscription { linkCount(linkId: "${id}") { clicks } }` },
      }),
    );
    await operator("ban", "user", user.id, "--reason", "Spam");
    await expect.poll(() => code).toBe(4403);
  });

  it("of many links has them all switched off", async () => {
    const user = await signUp(api);
    await execute(
      api.services.orm.em.fork(),
      sql`INSERT INTO link (id, owner_id, name, code, original_url, is_active, revision, created_at, updated_at)
       SELECT gen_random_uuid(), ${user.id}, 'n', 'many-' || n, 'https://example.com/', true, 1, now(), now()
       FROM generate_series(1, 4500) AS n`,
    );
    const isPublishedActive = await published(api);
    await operator("ban", "user", user.id, "--reason", "Spam");
    const codes = Array.from({ length: 4500 }, (_, n) => `many-${n + 1}`);
    await expect.poll(() => codes.filter((code) => isPublishedActive(code) === false).length).toBe(4500);
  });

  it("is banned in rebuilt tables too", async () => {
    const user = await signUp(api);
    const banned = await makeLink(api, user);
    const free = await makeLink(api, await signUp(api));
    await operator("ban", "user", user.id, "--reason", "Spam");
    await operator("ban", "link", free.id, "--reason", "Malware");
    const tables = async () =>
      Promise.all(
        ["link", "account_ban"].map(async (table) => {
          const { rows } = await api.services.reads.query(
            sql`SELECT to_jsonb(t) AS row FROM ${raw(table)} AS t ORDER BY 1`,
          );
          return rows;
        }),
      );

    await execute(api.services.orm.em.fork(), sql`DELETE FROM link WHERE code LIKE 'many-%'`);
    const before = await tables();
    await rebuildReadTables(api.services.orm, readTables);
    expect(await tables()).toEqual(before);
    expect([await isRedirected(api, banned.code), await isRedirected(api, free.code)]).toEqual([false, false]);
  });

  it("takes the reason along when it is erased", async () => {
    const user = await signUp(api);
    const { id } = await makeLink(api, user);
    await operator("ban", "link", id, "--reason", "Private matters");
    await operator("ban", "user", user.id, "--reason", "Private matters");
    await operator("lift", "user", user.id);
    const back = await logIn(api, user.email);
    await graphql(api, "mutation ($p: String!) { deleteAccount(password: $p) }", { p: password }, back);
    for (const table of ["event", "audit", "account_ban", "link", "mail_outbox", "mailbox"]) {
      const { rows } = await api.services.reads.query(
        sql`SELECT FROM ${raw(table)} AS t WHERE t::text LIKE '%Private matters%'`,
      );
      expect({ table, rows }).toEqual({ table, rows: [] });
    }
  });
});

describe("the operator's command", () => {
  it("finds a user and a link, and both stand in the audit", async () => {
    const user = await signUp(api, "Find.Me@example.com");

    await execute(
      api.services.orm.em.fork(),
      sql`UPDATE user_account SET name = ${"Ada \u001b[31m\u202eKing"} WHERE id = ${user.id}`,
    );
    const { id, code } = await makeLink(api, user, { originalUrl: "https://found.example/path?x=1" });
    for (const wanted of [user.id, "find.me@EXAMPLE.com"]) {
      const { out } = await operator("find-user", wanted);
      expect(out).toContain(`${user.id}  Find.Me@example.com  Ada ?[31m?King`);
      expect(out).toContain("1 link, 0 groups");
    }
    for (const wanted of [id, code, `http://localhost:3001/${code}`, "https://found.example/path?x=1"]) {
      expect(await operator("find-link", wanted)).toMatchObject({
        ...done,
        out: expect.stringContaining(`${id}  ${code}`),
      });
    }
    const { out } = await operator("list", "audit", "--link", code);
    expect(out).toMatch(/CreateLink {2}link /);
    expect(out).toMatch(/operator {2}FindLink .*"operator":"ops"/);
    const users = await operator("list", "audit", "--user", user.id, "--since", "2020-01-01", "--limit", "3");
    expect(users.out.split("\n")).toHaveLength(4);
    const future = await operator("list", "audit", "--user", user.email, "--since", "2999-01-01T00:00Z");
    expect(future).toMatchObject({ ...done, out: "No audit entries were found." });
  });

  it.each(["audit", "misses", "leases", "blocklist"])(
    "leaves a row in the audit for a list of the %s",
    async (what) => {
      await operator("list", what, "--limit", "7");
      const { out } = await operator("list", "audit", "--limit", "1");
      const action = `List${what.slice(0, 1).toUpperCase()}${what.slice(1)}`;
      expect(out).toContain(`operator  ${action}  installation `);
      expect(out).toContain('"limit":7');
    },
  );

  it("leaves a row at the account whose audit is listed", async () => {
    const user = await signUp(api);
    await operator("list", "audit", "--user", user.id);
    expect((await operator("list", "audit", "--user", user.id)).out).toContain(`ListAudit  user ${user.id}`);
  });

  it("bans none of several links", async () => {
    const user = await signUp(api);
    const links = [
      await makeLink(api, user, { originalUrl: "https://twice.example/" }),
      await makeLink(api, user, { originalUrl: "https://twice.example/" }),
    ];
    const { code, out, err } = await operator("ban", "link", "https://twice.example/", "--reason", "Spam");
    expect({ code, err }).toEqual({
      code: 1,
      err: "Several links have this destination. Choose one by its code or id.",
    });
    for (const link of links) {
      expect(out).toContain(link.code);
      expect(await isRedirected(api, link.code)).toBe(true);
    }
  });

  it.each([
    [["find-user", "nobody@example.com"], "No account has this id or email address."],
    [["find-link", "01900000-0000-7000-8000-00000000dead"], "No link has this id, code or destination."],
    [["find-link", "http://localhost:3001/%E0%A4%A"], "No link has this id, code or destination."],
    [["find-link", "' OR true --"], "No link has this id, code or destination."],
    [["ban", "link", "nothing", "--reason", "Spam"], "No link has this id, code or destination."],
    [["lift", "user", "nobody@example.com"], "No account has this id or email address."],
    [["find-user", "x".repeat(1_000_000)], "No account has this id or email address."],
  ])("says that it found nothing: %j", async (args, err) => {
    expect(await operator(...args)).toEqual({ code: 1, out: "", err });
  });

  it.each([
    [[]],
    [["dance"]],
    [["find-user"]],
    [["find-user", " "]],
    [["find-user", "a", "b"]],
    [["find-user", "a", "--reason", "x"]],
    [["ban", "code", "--reason", "x"]],
    [["ban", "link", "code"]],
    [["ban", "link", "code", "--reason"]],
    [["list", "users"]],
    [["list", "audit", "--since", "yesterday"]],
    [["list", "audit", "--limit", "0"]],
    [["list", "audit", "--limit", "1e9"]],
    [["find-link", "x", "--nothing"]],
  ])("helps with what it can't understand: %j", async (args) => {
    const { code, out, err } = await operator(...args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(help);
  });

  it("takes no reason that is empty, long or more than a line, and writes none", async () => {
    const user = await signUp(api);
    const { code } = await makeLink(api, user);
    for (const [reason, message] of [
      ["", "A reason is required."],
      [" \t ", "A reason is required."],
      ["x".repeat(1_000_000), "A reason cannot exceed 500 characters."],
      ["x".repeat(501), "A reason cannot exceed 500 characters."],
      ["one\nother", "A reason must be one line of text."],
      ["nul\0", "A reason must be one line of text."],
      ["lone \ud800", "A reason must be one line of text."],
    ] as const) {
      for (const [what, which] of [
        ["link", code],
        ["user", user.email],
      ] as const) {
        expect(await operator("ban", what, which, "--reason", reason)).toEqual({ code: 1, out: "", err: message });
      }
    }
    expect(await isRedirected(api, code)).toBe(true);
    // Any character is accepted within the limit, even if JSON needs six bytes for each.
    const worst = "\u{1F98A}".repeat(250);
    expect(await operator("ban", "link", code, "--reason", worst)).toMatchObject(done);
    expect((await operator("list", "audit", "--link", code)).out).toContain(worst);
  });
});
