import { randomUUID } from "node:crypto";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { keyScopes } from "@hoplog/schema/apiKeys/scopes.js";
import { limits } from "@hoplog/schema/limits.js";
import { inNetworks } from "@hoplog/platform/visitor/networks.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { execute } from "../../kernel/database/statements.ts";
import { mailTo } from "../../testing/mails.ts";
import { call, graphql, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await openTestApi({ isTrusted: inNetworks([{ address: "127.0.0.1", prefix: 32, family: "ipv4" }]) });
});
afterAll(() => api.close());
beforeEach(async () => {
  user = await signUp(api);
});

interface Made {
  readonly id: string;
  readonly key: string;
}

async function makeKey(input: object, by = user): Promise<Made> {
  const body = { name: "Program", scopes: ["links:read"], ...input };
  const answer = await call(api, "POST", "/api/keys", { user: by, body });
  expect(answer).toMatchObject({ status: 201 });
  const data = answer.body["data"] as { _id: string; key: string };
  return { id: data._id, key: data.key };
}

/** Sends a call like {@link call}, with an API key and from the address 203.0.113.7. */
async function ask(key: string, method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", url: string, body?: object) {
  const answer = await api.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${key}`, "x-forwarded-for": "203.0.113.7" },
    ...(body && { payload: body }),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}

const refusal = (type: string, message: string | RegExp) => ({
  success: false,
  error: { type, message: expect.stringMatching(message) },
});

const link = { name: "By a program", originalUrl: "https://example.com/program" };

async function audited(id: string) {
  const { rows } = await api.services.reads.query(
    sql`SELECT action, detail, credential_kind AS credential, address FROM audit WHERE resource_id = ${id} ORDER BY id`,
  );
  return rows;
}

describe("a key", () => {
  it("is shown once, kept as a hash, and listed without its secret", async () => {
    const { key, id } = await makeKey({ name: "  Deploy  " });
    expect(key).toMatch(/^hop_[0-9A-Za-z]{36}$/);
    const { body } = await call(api, "GET", "/api/keys", { user });
    expect(body["data"]).toEqual([
      {
        _id: id,
        name: "Deploy",
        prefix: key.slice(0, 10),
        scopes: ["links:read"],
        domain: null,
        groupId: null,
        tag: null,
        addresses: [],
        requestsPerMinute: null,
        createdAt: expect.any(String),
        expiresAt: null,
        lastUsedAt: null,
        revokedAt: null,
        etag: expect.any(String),
      },
    ]);
    const { rows } = await api.services.reads.query({
      text: "SELECT to_jsonb(k) AS row FROM api_key AS k",
      values: [],
    });
    expect(JSON.stringify(rows)).not.toContain(key.slice(10));
    expect((await ask(key, "GET", "/api/keys/current")).body).toMatchObject({ data: { _id: id, name: "Deploy" } });
  });

  it("is kept once it is of no use, but of very many the newest alone", async () => {
    const [one, { id }] = [await makeKey({}), await makeKey({})];
    await call(api, "DELETE", `/api/keys/${one.id}`, { user });

    await api.services.reads
      .query(sql`INSERT INTO api_key SELECT (jsonb_populate_record(k, jsonb_build_object('id', uuidv7(), 'hash', n::text))).*
      FROM api_key AS k, generate_series(1, 200) AS n WHERE k.id = ${one.id}`);
    const made = await makeKey({});
    const { body } = await call(api, "GET", "/api/keys", { user });
    const ids = z
      .object({ data: z.array(z.object({ _id: z.string() })) })
      .parse(body)
      .data.map(({ _id }) => _id);
    expect(ids.filter((each) => each !== id && each !== made.id)).toHaveLength(limits.endedApiKeysMax);
    expect([ids[0], ids.includes(id), ids.includes(one.id)]).toEqual([made.id, true, false]);
  });

  it("is told to its maker by mail, and to the audit", async () => {
    const { id } = await makeKey({});
    await mailTo(api, user.email, "API key");
    expect(await audited(id)).toMatchObject([{ action: "CreateApiKey", detail: { scopes: ["links:read"] } }]);
  });

  it("acts for its maker over REST and GraphQL, and the history says so", async () => {
    const { key, id } = await makeKey({ scopes: ["links:write"] });
    const made = await ask(key, "POST", "/api/urls", link);
    expect(made).toMatchObject({ status: 201, body: { url: { name: link.name } } });
    const linkId = made.body.url._id;
    const query = `query ($id: UUID!) { link(id: $id) { name tags { name } history { by } } }`;
    const byKey = { ...user, accessToken: key };
    expect((await graphql(api, query, { id: linkId }, byKey)).body).toMatchObject({
      data: { link: { name: link.name } },
    });
    const { rows } = await api.services.reads.query(sql`SELECT meta FROM event WHERE stream_id = ${linkId}`);
    expect(rows).toMatchObject([{ meta: { userId: user.id, workspaceId: user.id, apiKeyId: id, via: "rest" } }]);
    const [row] = (await audited(linkId)) as unknown[];
    expect(row).toMatchObject({ credential: "apiKey" });
  });

  it("is refused once it is revoked, everywhere and at once", async () => {
    const { key, id } = await makeKey({});
    expect((await ask(key, "GET", "/api/urls")).status).toBe(200);
    expect((await call(api, "DELETE", `/api/keys/${id}`, { user })).body).toMatchObject({
      data: { revokedAt: expect.any(String) },
    });
    await vi.waitFor(async () => {
      const answer = await ask(key, "GET", "/api/urls");
      expect(answer).toMatchObject({ status: 401, body: refusal("AUTHENTICATION_ERROR", "has been revoked") });
    }, 60_000);
    const overGraphql = await graphql(api, "{ links { totalCount } }", {}, { ...user, accessToken: key });
    expect(overGraphql).toMatchObject({ status: 401 });
    // Revoking a key again changes nothing and writes no audit row.
    expect((await call(api, "DELETE", `/api/keys/${id}`, { user })).status).toBe(200);
    await vi.waitFor(async () => {
      const actions = (await audited(id)).map(({ action }) => action);
      expect(actions.toSorted()).toEqual(["CreateApiKey", "RefuseApiKey", "RevokeApiKey"]);
    }, 60_000);
  });

  it("that has expired, or whose maker is banned, says so", async () => {
    const { key, id } = await makeKey({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    await api.services.reads.query(sql`UPDATE api_key SET expires_at = now() - interval '1 second' WHERE id = ${id}`);
    expect((await ask(key, "GET", "/api/urls")).body).toMatchObject(refusal("AUTHENTICATION_ERROR", "has expired"));
    const { key: other } = await makeKey({});
    await api.services.reads.query(
      sql`INSERT INTO account_ban (user_id, reason, at) VALUES (${user.id}, 'Spam', now())`,
    );
    expect((await ask(other, "GET", "/api/urls")).body).toMatchObject(refusal("AUTHENTICATION_ERROR", "banned"));
  });

  it("that nobody has made is like none at all", async () => {
    for (const key of ["hop_", "hop_000000000000000000000000000000000000", `hop_${"x".repeat(5000)}`]) {
      expect(await ask(key, "GET", "/api/urls")).toMatchObject({
        status: 401,
        body: refusal("AUTHENTICATION_ERROR", "log in"),
      });
    }
  });

  it("ends with a reset of the password", async () => {
    const { key } = await makeKey({});
    expect((await ask(key, "GET", "/api/urls")).status).toBe(200);
    await api.services.eventStore.unitOfWork(async (tx) => {
      const { revokeKeysOf } = await import("../../accounts/identity/revokeAccess.ts");
      await revokeKeysOf(api.services, tx, user.id);
    });
    await expect.poll(async () => (await ask(key, "GET", "/api/urls")).status).toBe(401);
  });

  it("notes its last use by the hour", async () => {
    const { key, id } = await makeKey({});
    await ask(key, "GET", "/api/urls");
    await vi.waitFor(async () => {
      const { body } = await call(api, "GET", "/api/keys", { user });
      const [shown] = body["data"] as { _id: string; lastUsedAt: string | null }[];
      expect(shown?._id).toBe(id);
      expect(shown?.lastUsedAt).toMatch(/T\d\d:00:00\.000Z$/);
    }, 60_000);
  });
});

describe("scopes", () => {
  it("let a key make links that can read none", async () => {
    const { id: theirs } = await makeLink(api, user);
    const { key } = await makeKey({ scopes: ["links:create"] });
    const made = await ask(key, "POST", "/api/urls", link);
    expect(made).toMatchObject({ status: 201, body: { url: { fullShortUrl: expect.any(String), tags: [] } } });
    const batch = await ask(key, "POST", "/api/urls/batch", { urls: [link, link] });
    expect(batch).toMatchObject({ status: 200, body: { data: [{ url: {} }, { url: {} }] } });
    const { url } = made.body;
    const calls = [
      ["GET", "/api/urls"],
      ["GET", `/api/urls/${theirs}`],
      ["GET", `/api/urls/${url._id}`],
      ["PUT", `/api/urls/${url._id}`, { name: "x" }],
      ["DELETE", `/api/urls/${url._id}`],
      ["POST", "/api/urls", { ...link, findOrCreate: true }],
      ["GET", `/api/urls/${theirs}/stats`],
      ["GET", "/api/groups"],
      ["GET", "/api/tags"],
    ] as const;
    for (const [method, path, body] of calls) {
      const answer = await ask(key, method, path, body);
      expect({ path, ...answer }).toMatchObject({
        path,
        status: 403,
        body: refusal("AUTHORIZATION_ERROR", "lacks the scope"),
      });
    }
    const mutation = `mutation ($input: CreateLinkInput!) { createLink(input: $input) { fullShortUrl tags { name } } }`;
    const byKey = { ...user, accessToken: key };
    expect((await graphql(api, mutation, { input: link }, byKey)).body).toMatchObject({
      data: { createLink: { tags: [] } },
    });
  });

  it("of groups alone make, show and rename groups, without their links and clicks", async () => {
    const { key } = await makeKey({ scopes: ["groups:write"] });
    const made = await ask(key, "POST", "/api/groups", { name: "Press" });
    expect(made).toMatchObject({ status: 201, body: { group: { name: "Press", totalClicks: null, recentUrls: [] } } });
    const url = `/api/groups/${made.body.group._id}`;
    await call(api, "POST", "/api/urls", { user, body: { ...link, groupId: made.body.group._id } });
    const shown = { name: "News", urlCount: 1, totalClicks: null, recentUrls: [] };
    expect(await ask(key, "PUT", url, { name: "News" })).toMatchObject({ status: 200, body: { group: shown } });
    const reader = await makeKey({ scopes: ["groups:read"] });
    expect(await ask(reader.key, "GET", url)).toMatchObject({ status: 200, body: { group: shown } });
    expect((await ask(reader.key, "GET", "/api/groups")).body).toMatchObject({ data: [shown] });
    const all = await makeKey({ scopes: ["groups:read", "links:read", "stats:read"] });
    expect((await ask(all.key, "GET", url)).body).toMatchObject({ group: { recentUrls: [{ name: link.name }] } });
    expect((await ask(reader.key, "GET", `${url}/stats`)).status).toBe(403);
  });

  it("never reach the account, its keys, or SQL passwords", async () => {
    const { key } = await makeKey({ scopes: keyScopes });
    const calls = [
      ["GET", "/api/keys"],
      ["POST", "/api/keys", { name: "More", scopes: ["links:read"] }],
      ["PUT", "/api/auth/profile", { name: "Eve", email: user.email, contactNumber: "1" }],
      ["POST", "/api/auth/logout"],
      ["POST", "/api/auth/change-password", { currentPassword: "x", newPassword: "another horse" }],
      ["DELETE", "/api/auth/account", { password: "x" }],
      ["POST", "/api/auth/sql-access", { password: "x" }],
    ] as const;
    for (const [method, path, body] of calls) {
      const answer = await ask(key, method, path, body);
      expect({ path, status: answer.status }).toEqual({ path, status: expect.toBeOneOf([403, 404]) });
    }
    expect((await ask(key, "GET", "/api/auth/profile")).status).toBe(200);
  });

  it("say what is lacking, and refusals are audited", async () => {
    const { key, id } = await makeKey({ scopes: ["stats:read"] });
    const answer = await ask(key, "GET", "/api/urls");
    expect(answer).toMatchObject({ status: 403, body: refusal("AUTHORIZATION_ERROR", "lacks the scope links:read") });
    for (let n = 0; n < 5; n++) await ask(key, "GET", "/api/urls");
    await vi.waitFor(async () => {
      expect((await audited(id)).slice(1)).toMatchObject([
        { action: "RefuseApiKey", detail: { because: "links:read" }, address: "203.0.113.7", credential: "apiKey" },
      ]);
    }, 60_000);
  });

  it("are audited with calls that have an Idempotency-Key, and take no part in them", async () => {
    const { key, id } = await makeKey({ scopes: ["stats:read"] });
    const headers = { authorization: `Bearer ${key}`, "idempotency-key": randomUUID() };
    const send = () => api.app.inject({ method: "POST", url: "/api/urls", headers, payload: link });
    expect((await send()).statusCode).toBe(403);
    await vi.waitFor(async () => {
      expect((await audited(id)).slice(1)).toMatchObject([{ detail: { because: "links:create" } }]);
    }, 60_000);
    expect((await send()).statusCode).toBe(403);
  });

  it("reach nothing of another workspace", async () => {
    const { id } = await makeLink(api, user);
    const stranger = await signUp(api);
    const { key } = await makeKey({ scopes: keyScopes }, stranger);
    expect((await ask(key, "GET", `/api/urls/${id}`)).status).toBe(404);
    expect((await ask(key, "DELETE", `/api/urls/${id}`)).status).toBe(404);
    const elsewhere = { authorization: `Bearer ${key}`, "x-workspace": user.id };
    expect((await api.app.inject({ url: "/api/urls", headers: elsewhere })).statusCode).toBe(404);
  });
});

describe("what a key is bound to", () => {
  it("is a network", async () => {
    const { key } = await makeKey({ addresses: ["203.0.113.0/24", "2001:db8::1"] });
    const from = (address: string) =>
      api.app.inject({ url: "/api/urls", headers: { authorization: `Bearer ${key}`, "x-forwarded-for": address } });
    expect((await from("203.0.113.250")).statusCode).toBe(200);
    expect((await from("2001:db8::1")).statusCode).toBe(200);
    const refused = await from("198.51.100.1");
    expect(refused.json()).toMatchObject(refusal("AUTHORIZATION_ERROR", "from this IP address"));
  });

  it("is so many requests a minute", async () => {
    const limited = await openTestApi({
      settings: { rates: (await import("../../kernel/limits/rates.ts")).defaultRates },
    });
    const ada = await signUp(limited);
    const body = { name: "Slow", scopes: ["links:read"], requestsPerMinute: 2 };
    const made = await call(limited, "POST", "/api/keys", { user: ada, body });
    const { key } = made.body["data"] as { key: string };
    const get = () => limited.app.inject({ url: "/api/urls", headers: { authorization: `Bearer ${key}` } });
    const answers = [await get(), await get(), await get()];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429]);
    expect(answers.map(({ headers }) => headers["ratelimit-remaining"])).toEqual(["1", "0", "0"]);
    expect((await call(limited, "GET", "/api/urls", { user: ada })).status).toBe(200);
    await limited.close();
  });

  it.each(["group", "tag"])("is the links of one %s", async (which) => {
    const group = await call(api, "POST", "/api/groups", { user, body: { name: "Campaign" } });
    const groupId = (group.body["data"] as { _id: string })._id;
    const inside = await makeLink(api, user, { ...link, groupId, tags: ["Campaign"] });
    const outside = await makeLink(api, user, { name: "Outside", originalUrl: "https://example.com/outside" });
    const bound = which === "group" ? { groupId } : { tag: "Campaign" };
    const { key } = await makeKey({ scopes: ["links:write", "stats:read"], ...bound });
    const listed = await ask(key, "GET", "/api/urls");
    expect(listed.body).toMatchObject({ data: [{ _id: inside.id }], pagination: { total: 1 } });
    expect((await ask(key, "GET", "/api/urls?search=outside")).body).toMatchObject({ data: [] });
    expect((await ask(key, "GET", `/api/urls/${inside.id}/stats`)).status).toBe(200);
    for (const path of ["", "/stats", "/history", "/click-logs"]) {
      expect((await ask(key, "GET", `/api/urls/${outside.id}${path}`)).status).toBe(404);
    }
    expect((await ask(key, "PUT", `/api/urls/${outside.id}`, { name: "Mine" })).status).toBe(404);
    expect((await ask(key, "DELETE", `/api/urls/${outside.id}`)).status).toBe(404);
    expect((await ask(key, "PUT", `/api/urls/${inside.id}`, { name: "Renamed" })).status).toBe(200);
    const leaving = which === "group" ? { groupId: null } : { tags: [] };
    const left = await ask(key, "PUT", `/api/urls/${inside.id}`, leaving);
    expect(left).toMatchObject({
      status: 403,
      body: refusal("AUTHORIZATION_ERROR", "out of the links that it is restricted to"),
    });
    const bulk = await ask(key, "PUT", "/api/urls/bulk", { urlIds: [inside.id, outside.id], isActive: false });
    expect(bulk.status).toBe(404);
    const made = await ask(key, "POST", "/api/urls", { ...link, name: "New" });
    expect(made).toMatchObject({ status: 201 });
    expect((await ask(key, "GET", "/api/urls")).body).toMatchObject({ pagination: { total: 2 } });
    const elsewhere = [
      ["GET", "/api/dashboard"],
      ["GET", "/api/analytics"],
      ["POST", "/api/urls/jobs", { urlIds: [inside.id], change: { delete: true } }],
      ["POST", "/api/imports", { source: "csv" }],
      ["GET", "/api/utm/rules"],
    ] as const;
    for (const [method, path, body] of elsewhere) {
      const answer = await ask(key, method, path, body);
      expect({ path, ...answer }).toMatchObject({ path, status: 403 });
    }
  });
});

describe("making a key", () => {
  it.each([
    [{ name: " " }, "name", "A name is required"],
    [{ name: "x".repeat(101) }, "name", "cannot exceed 100"],
    [{ name: "two\nlines" }, "name", "invisible characters"],
    [{ scopes: [] }, "scopes", "at least one"],
    [{ scopes: ["keys:write"] }, "scopes", "Must contain only"],
    [{ scopes: ["account:delete"] }, "scopes", "Must contain only"],
    [{ expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt", "in the future"],
    [{ expiresAt: "soon" }, "expiresAt", "ISO 8601"],
    [{ addresses: ["everywhere"] }, "addresses", "Must contain only IP addresses and networks"],
    [{ addresses: ["10.0.0.0/8,::/0"] }, "addresses", "Must contain only IP addresses and networks"],
    [{ addresses: Array.from({ length: 21 }, (_, n) => `10.0.0.${n}`) }, "addresses", "at most 20"],
    [{ requestsPerMinute: 0 }, "requestsPerMinute", "Must be a whole number from 1 to"],
    [{ requestsPerMinute: 1.5 }, "requestsPerMinute", "whole number"],
    [{ domain: "go.nowhere.example" }, "domain", "Unknown domain"],
    [{ tag: "Nowhere" }, "tag", "no tag with this name"],
    [{ tag: "Nowhere", scopes: ["export"] }, "scopes", "limited to some links"],
  ])("%o is refused on %s", async (input, field, message) => {
    const body = { name: "Program", scopes: ["links:read"], ...input };
    const answer = await call(api, "POST", "/api/keys", { user, body });
    expect(answer).toMatchObject({ status: 422, body: refusal("VALIDATION_ERROR", message) });
    expect(answer.body).toMatchObject({ error: { details: { fields: [{ field: expect.stringContaining(field) }] } } });
  });

  it("ends at a hundred that are of use", async () => {
    await execute(
      api.services.orm.em.fork(),
      sql`INSERT INTO api_key (id, owner_id, user_id, name, hash, prefix, scopes, networks, created_at)
       SELECT gen_random_uuid(), ${user.id}::uuid, ${user.id}::uuid, 'x', gen_random_uuid()::text, 'hop_x', '{links:read}', '{}',
         now()
       FROM generate_series(1, 100)`,
    );
    const answer = await call(api, "POST", "/api/keys", { user, body: { name: "One more", scopes: ["export"] } });
    expect(answer).toMatchObject({ status: 422, body: refusal("VALIDATION_ERROR", "at most 100") });
  });
});
