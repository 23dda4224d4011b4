import { passwordMatches, productionCost } from "@hoplog/platform/passwords/passwords.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { decodePlan } from "@hoplog/schema/links/options/plan.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { readTables } from "../../../boot/features.ts";
import { execute } from "../../../kernel/database/statements.ts";
import { rebuildReadTables } from "../../../kernel/eventstore/rebuild.ts";
import { defaultRates } from "../../../kernel/limits/rates.ts";
import {
  call,
  graphql,
  makeLink,
  openTestApi,
  password as accountPassword,
  signUp,
  type TestApi,
  type TestUser,
} from "../../../testing/testApi.ts";
import { unzip } from "../../../testing/unzip.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await openTestApi({ settings: { passwordCost: productionCost } });
  user = await signUp(api);
});
afterAll(() => api.close());

const input = { name: "Example", originalUrl: "https://example.com/" };
const refusal = (field: string) => ({ type: "VALIDATION_ERROR", details: { fields: [{ field }] } });
const edit = (id: string, body: object, by = user) => call(api, "PUT", `/api/urls/${id}`, { user: by, body });

async function urlOf(id: string) {
  return (await call(api, "GET", `/api/urls/${id}`, { user })).body["url"];
}

/** Returns the stored password hashes of a link, and those that redirectors receive. */
async function secretsOf(id: string, of = api) {
  const kept = await of.services.reads.query(sql`SELECT id, hash FROM link_password WHERE link_id = ${id}`);
  const { rows } = await of.services.reads.query(sql`SELECT plan FROM link_target WHERE link_id = ${id}`);
  const [{ plan } = { plan: Buffer.alloc(0) }] = z.array(z.object({ plan: z.instanceof(Buffer) })).parse(rows);
  const passwords = z.array(z.object({ id: z.string(), hash: z.string() })).parse(kept.rows);
  return { passwords, plan: plan.length > 0 ? decodePlan(plan) : null };
}

async function onlySecretOf(id: string) {
  const { passwords, plan } = await secretsOf(id);
  const [kept] = z.tuple([z.object({ id: z.string(), hash: z.string() })]).parse(passwords);
  expect(plan?.passwordHash).toBe(kept.hash);
  return kept;
}

describe("a link's password", () => {
  it("comes with a new link, is kept as a hash, and is never shown", async () => {
    // Ligatures are normalised; spaces are part of a password.
    const { status, body } = await call(api, "POST", "/api/urls", {
      user,
      body: { ...input, password: " ﬁsh & chips " },
    });
    expect({ status, body }).toMatchObject({ status: 201, body: { url: { hasPassword: true } } });
    const { _id } = z.object({ _id: z.string() }).parse(body["url"]);
    const { id, hash } = await onlySecretOf(_id);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwordMatches(hash, " fish & chips ")).toBe(true);
    expect(await passwordMatches(hash, "fish & chips")).toBe(false);
    expect(await urlOf(_id)).toEqual(body["url"]);
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${id}|argon2|chips|passwordId`));
  });

  it("is absent from a link without one, also where a blank one was sent", async () => {
    const { id } = await makeLink(api, user, { password: "  " });
    expect(await urlOf(id)).not.toHaveProperty("hasPassword");
    expect(await secretsOf(id)).toEqual({ passwords: [], plan: null });
  });

  it("is replaced, stays through other edits, and is removed", async () => {
    const { id } = await makeLink(api, user, { password: "first one", forwardQuery: true });
    const first = await onlySecretOf(id);
    await edit(id, { password: "first one" });
    const second = await onlySecretOf(id);
    expect(second).toMatchObject({
      id: expect.not.stringContaining(first.id),
      hash: expect.not.stringContaining(first.hash),
    });
    const other = await edit(id, {
      name: "Other",
      redirectStatus: 301,
      timeZone: "Europe/Vienna",
      expiresAt: "2090-01-01",
    });
    expect(other.body["url"]).toMatchObject({ name: "Other", redirectStatus: 301, hasPassword: true });
    expect(await onlySecretOf(id)).toEqual(second);
    const without = await edit(id, { password: null });
    expect(without.body["url"]).toMatchObject({ forwardQuery: true });
    expect(without.body["url"]).not.toHaveProperty("hasPassword");
    const { passwords, plan } = await secretsOf(id);
    expect(passwords).toEqual([]);
    expect(plan).not.toHaveProperty("passwordHash");
    expect((await edit(id, { password: null })).status).toBe(200);
  });

  it("is one and the same for the hash and the event, whoever is faster", async () => {
    const { id } = await makeLink(api, user);
    const edits = Array.from({ length: 5 }, (_, i) => edit(id, { password: `password ${i}`, name: `Name ${i}` }));
    expect((await Promise.all(edits)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await onlySecretOf(id);
  });

  it.each([["abc"], ["x".repeat(129)], [12_345_678], [{ hash: "x" }], [["abcd"]]])("refuses %j", async (password) => {
    const made = await call(api, "POST", "/api/urls", { user, body: { ...input, password } });
    expect(made).toMatchObject({ status: 422, body: { error: refusal("password") } });
    const { id } = await makeLink(api, user);
    expect(await edit(id, { password })).toMatchObject({ status: 422, body: { error: refusal("password") } });
  });

  it("can't be given as the id or the hash of one", async () => {
    const { id } = await makeLink(api, user, { password: "the owner's" });
    const kept = await onlySecretOf(id);
    const own = await makeLink(api, user);
    for (const stolen of [{ passwordId: kept.id }, { passwordHash: kept.hash }, { hasPassword: true }]) {
      const { status } = await call(api, "POST", "/api/urls", { user, body: { ...input, ...stolen } });
      expect(status).toBe(422);
    }
    expect(await edit(own.id, { passwordId: kept.id })).toMatchObject({ status: 422 });
    const mutation = `mutation ($input: CreateLinkInput!) { createLink(input: $input) { id } }`;
    const { body } = await graphql(api, mutation, { input: { ...input, passwordId: kept.id } }, user);
    expect(body).toMatchObject({ errors: [{}] });
  });

  it("has the same names over GraphQL", async () => {
    const fields = "{ id hasPassword history { changes { field from to } } }";
    const create = `mutation ($input: CreateLinkInput!) { createLink(input: $input) ${fields} }`;
    const made = await graphql(api, create, { input: { ...input, password: "over graphql" } }, user);
    expect(made.body).toMatchObject({ data: { createLink: { hasPassword: true } } });
    const { data } = z.object({ data: z.object({ createLink: z.object({ id: z.string() }) }) }).parse(made.body);
    const update = `mutation ($id: UUID!, $input: UpdateLinkInput!) { updateLink(id: $id, input: $input) ${fields} }`;
    const { id } = data.createLink;
    expect((await graphql(api, update, { id, input: { password: "abc" } }, user)).body).toMatchObject({
      errors: [{ extensions: refusal("password") }],
    });
    expect((await graphql(api, update, { id, input: { password: null } }, user)).body).toMatchObject({
      data: { updateLink: { hasPassword: false } },
    });
  });

  it("is given to so many links of a batch, and refused to each of the others by itself", async () => {
    const urls = Array.from({ length: 22 }, (_, i) => ({ ...input, ...(i !== 3 && { password: `password ${i}` }) }));
    const { status, body } = await call(api, "POST", "/api/urls/batch", { user, body: { urls } });
    expect(status).toBe(200);
    const made = z.array(z.object({ url: z.object({ hasPassword: z.literal(true).optional() }).optional() }));
    const answers = made.parse(body["data"]);
    expect(answers.map(({ url }) => url && (url.hasPassword ?? false))).toEqual([
      ...Array.from({ length: 21 }, (_, i) => i !== 3),
      undefined,
    ]);
    expect(body["data"]).toMatchObject({ 21: { error: refusal("password") } });
  });
});

describe("the history of a password", () => {
  it("says that it was set, changed and removed, and never more", async () => {
    const { id } = await makeLink(api, user, { password: "the first" });
    await edit(id, { password: "the second" });
    await edit(id, { password: null, name: "Other" });
    const { body } = await call(api, "GET", `/api/urls/${id}/history`, { user });
    expect(body["data"]).toMatchObject([
      { changes: expect.arrayContaining([{ field: "password", from: null, to: "set" }]) },
      { changes: [{ field: "password", from: "set", to: "changed" }], revertible: false },
      {
        changes: [
          { field: "name", from: "Example", to: "Other" },
          { field: "password", from: "set", to: null },
        ],
        revertible: true,
      },
    ]);
    const revert = (version: number) => call(api, "POST", `/api/urls/${id}/revert`, { user, body: { version } });
    expect(await revert(2)).toMatchObject({ status: 422, body: { error: refusal("version") } });
    const reverted = await revert(4);
    expect(reverted).toMatchObject({ status: 200, body: { url: { name: "Example" } } });
    expect(reverted.body["url"]).not.toHaveProperty("hasPassword");
  });

  it("holds neither hash nor password in events, the audit and the export; the export has no id", async () => {
    const owner = await signUp(api);
    const { id } = await makeLink(api, owner, { password: "never written" });
    const first = await onlySecretOf(id);
    await edit(id, { password: "nor this one" }, owner);
    const second = await onlySecretOf(id);
    const { rows } = await api.services.reads.query(
      "SELECT data::text FROM event UNION ALL SELECT detail::text FROM audit",
    );
    expect(JSON.stringify(rows)).not.toMatch(/argon2|never written|nor this one/);
    const headers = { authorization: `Bearer ${owner.accessToken}` };
    const archive = await unzip((await api.app.inject({ url: "/api/auth/export", headers })).rawPayload);
    const text = Object.values(archive).join("\n");
    expect(text).not.toMatch(new RegExp(`argon2|never written|nor this one|passwordId|${first.id}|${second.id}`));
    expect(archive["links.csv"]).toContain(`"{""hasPassword"":true}"`);
    expect(archive["events.json"]).toContain(`"to":{"hasPassword":true}`);
  });
});

describe("the hash of a password", () => {
  it("outlives a rebuild of the read tables, which is the same as before", async () => {
    const { id } = await makeLink(api, user, { password: "the first" });
    await edit(id, { password: "the second" });
    const kept = await onlySecretOf(id);
    const removed = await makeLink(api, user, { password: "the first" });
    await edit(removed.id, { password: "" });
    await rebuildReadTables(api.services.orm, readTables);
    expect(await onlySecretOf(id)).toEqual(kept);
    expect(await secretsOf(removed.id)).toEqual({ passwords: [], plan: null });
  });

  it("goes with its link, and with the account", async () => {
    const owner = await signUp(api);
    const [one, two] = [
      await makeLink(api, owner, { password: "the first" }),
      await makeLink(api, owner, { password: "the second" }),
    ];
    await call(api, "DELETE", `/api/urls/${one.id}`, { user: owner });
    expect((await secretsOf(one.id)).passwords).toEqual([]);
    await onlySecretOf(two.id);
    const mutation = "mutation ($password: String!) { deleteAccount(password: $password) }";
    expect((await graphql(api, mutation, { password: accountPassword }, owner)).body).not.toHaveProperty("errors");
    expect((await secretsOf(two.id)).passwords).toEqual([]);
  });

  it("that is missing lets nobody in", async () => {
    const { id } = await makeLink(api, user, { password: "the first" });
    await execute(api.services.orm.em.fork(), sql`DELETE FROM link_password WHERE link_id = ${id}`);
    expect((await secretsOf(id)).plan).toEqual({ passwordHash: "" });
  });
});

it("passwords are made for the link's owner alone, and only so many a minute", async () => {
  const rates = { ...defaultRates, linkPassword: { points: 3, seconds: 60 } };
  const limited = await openTestApi({ settings: { rates } });
  try {
    const [owner, other] = [await signUp(limited), await signUp(limited)];
    const { id } = await makeLink(limited, owner, { password: "the first" });
    const editBy = (by: TestUser, body: object) => call(limited, "PUT", `/api/urls/${id}`, { user: by, body });
    // None of these passwords is hashed, so none counts towards the limit.
    for (let i = 0; i < 5; i++) expect((await editBy(other, { password: "stolen" })).status).toBe(404);
    expect((await editBy(owner, { password: "the second" })).status).toBe(200);
    const urls = [{ ...input, password: "a batch" }, input, { ...input, password: "too much" }];
    const batch = await call(limited, "POST", "/api/urls/batch", { user: owner, body: { urls } });
    expect(batch.body["data"]).toMatchObject([{ url: {} }, { url: {} }, { error: { type: "RATE_LIMIT_ERROR" } }]);
    expect((await editBy(owner, { password: "the third" })).status).toBe(429);
    const another = await call(limited, "POST", "/api/urls", { user: owner, body: { ...input, password: "new" } });
    expect(another.status).toBe(422);
    expect(
      (await call(limited, "POST", "/api/urls", { user: owner, body: { ...input, password: "a new" } })).status,
    ).toBe(429);
    expect((await editBy(owner, { name: "Other" })).status).toBe(200);
    expect((await secretsOf(id, limited)).passwords).toHaveLength(1);
  } finally {
    await limited.close();
  }
});

it("a trial says that visitors are asked for a password first", async () => {
  const { id } = await makeLink(api, user, { password: "the first" });
  const { body } = await call(api, "POST", `/api/urls/${id}/try`, { user, body: {} });
  expect(body["data"]).toMatchObject({
    outcome: "redirect",
    url: "https://example.com/",
    explanation: ["The visitor must enter the link's password first", "No rule matches, so the original URL applies"],
  });
});
