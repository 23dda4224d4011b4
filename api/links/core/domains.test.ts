import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { call, graphql, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
let other: TestUser;

beforeAll(async () => {
  api = await openTestApi({ settings: { SHORT_URL: "https://hop.example" } });
  [user, other] = [await signUp(api), await signUp(api)];
});
afterAll(() => api.close());

let names = 0;

async function createDomain(owner: TestUser, input: object = {}): Promise<{ id: string; name: string }> {
  const name = `go${++names}.brand.example`;
  const { body } = await call(api, "POST", "/api/domains", { user: owner, body: { name, ...input } });
  return { id: (body["data"] as { _id: string })._id, name };
}

const serve = (id: string) => api.services.reads.query(sql`UPDATE domain SET state = 'verified' WHERE id = ${id}`);

const link = { name: "Example", originalUrl: "https://example.com/" };
const post = (body: object, as = user) => call(api, "POST", "/api/urls", { user: as, body: { ...link, ...body } });
const put = (id: string, body: object) => call(api, "PUT", `/api/urls/${id}`, { user, body });
const shown = async (id: string) => (await call(api, "GET", `/api/urls/${id}`, { user })).body["data"];
const refusedOn = (field: string) => ({ status: 422, body: { error: { details: { fields: [{ field }] } } } });

describe("a link in a domain of one's own", () => {
  it("has codes that other domains have too, short ones and with slashes", async () => {
    const [{ name }, { name: second }] = [await createDomain(user), await createDomain(other)];
    const code = "same-code";
    expect(await post({ shortUrl: code })).toMatchObject({
      status: 201,
      body: { data: { fullShortUrl: `https://hop.example/${code}` } },
    });
    expect(await post({ shortUrl: code, domain: name.toUpperCase() })).toMatchObject({
      status: 201,
      body: { data: { fullShortUrl: `https://${name}/${code}`, domain: name, domainState: "pending" } },
    });
    expect(await post({ shortUrl: code, domain: second }, other)).toMatchObject({ status: 201 });
    expect(await post({ shortUrl: code, domain: name })).toMatchObject({ status: 409 });
    for (const wide of ["a", "2024/summer/x", "a.b~c", "login"]) {
      expect((await post({ shortUrl: wide, domain: name })).body["data"]).toMatchObject({ shortUrl: wide });
    }
    for (const wrong of ["robots.txt", ".well-known/x", "a//b", "a/../b", "%41", "a;b", "a,b", "x".repeat(191)]) {
      expect({ wrong, ...(await post({ shortUrl: wrong, domain: name })) }).toMatchObject(refusedOn("shortUrl"));
    }
    expect(await post({ shortUrl: "a", domain: "" })).toMatchObject(refusedOn("shortUrl"));
  });

  it("is refused in a domain that isn't one's own, and where it would lead in a circle", async () => {
    const { name } = await createDomain(other);
    expect(await post({ domain: name })).toMatchObject(refusedOn("domain"));
    expect(await post({ domain: "nonsense %" })).toMatchObject(refusedOn("domain"));
    const own = await createDomain(user);
    expect(await post({ domain: own.name, originalUrl: `https://${own.name}/x` })).toMatchObject(
      refusedOn("originalUrl"),
    );
    expect((await post({ domain: "hop.example" })).body["data"]).not.toHaveProperty("domain");
  });

  it("keeps its code in lower case where case is ignored", async () => {
    const { name } = await createDomain(user, { ignoresCase: true });
    expect((await post({ shortUrl: "Summer-Sale", domain: name })).body["data"]).toMatchObject({
      shortUrl: "summer-sale",
    });
    expect(await post({ shortUrl: "SUMMER-SALE", domain: name })).toMatchObject({ status: 409 });
    const generated = (await post({ domain: name })).body["data"];
    expect(generated).toMatchObject({ shortUrl: expect.stringMatching(/^[0-9a-z]{10}$/) });
  });

  it("is made in the workspace's default domain where nothing else is said", async () => {
    const owner = await signUp(api);
    const { id, name } = await createDomain(owner);
    await call(api, "PATCH", `/api/domains/${id}`, { user: owner, body: { isDefault: true } });
    expect((await post({}, owner)).body["data"]).toMatchObject({ domain: name });
    expect((await post({ domain: null }, owner)).body["data"]).not.toHaveProperty("domain");
    const { body } = await call(api, "POST", "/api/urls/batch", {
      user: owner,
      body: { urls: [link, { ...link, domain: "", shortUrl: "twice" }, { ...link, shortUrl: "twice" }] },
    });
    expect(body["data"]).toMatchObject([
      { url: { domain: name } },
      { url: { fullShortUrl: "https://hop.example/twice" } },
      { url: { fullShortUrl: `https://${name}/twice` } },
    ]);
  });

  it("keeps a code that was valid when it was created, and moves nowhere with it", async () => {
    const [one, second] = [await createDomain(user), await createDomain(user)];
    const { id } = await makeLink(api, user, { domain: one.name, shortUrl: "a-b" });
    await api.services.reads.query(sql`UPDATE link SET code = 'a;b' WHERE id = ${id}`);
    expect(await put(id, { name: "Renamed", shortUrl: "a;b" })).toMatchObject({ status: 200 });
    expect(await put(id, { shortUrl: "a;c" })).toMatchObject(refusedOn("shortUrl"));
    expect(await put(id, { domain: second.name })).toMatchObject(refusedOn("shortUrl"));
  });

  it("goes to another domain and back, with its code", async () => {
    const [one, lower] = [await createDomain(user), await createDomain(user, { ignoresCase: true })];
    const { id } = await makeLink(api, user, { shortUrl: "Moving-1" });
    expect((await put(id, { domain: one.name })).body["data"]).toMatchObject({
      fullShortUrl: `https://${one.name}/Moving-1`,
    });
    expect((await put(id, { shortUrl: "m/1" })).body["data"]).toMatchObject({ domain: one.name, shortUrl: "m/1" });
    expect(await put(id, { domain: null })).toMatchObject(refusedOn("shortUrl"));
    expect((await put(id, { domain: lower.name, shortUrl: "Moving-2" })).body["data"]).toMatchObject({
      fullShortUrl: `https://${lower.name}/moving-2`,
    });
    const { body } = await call(api, "GET", `/api/urls/${id}/history`, { user });
    expect(body["data"]).toMatchObject([
      { version: 1 },
      { version: 2, changes: [{ field: "domain", from: null, to: one.name }] },
      { version: 3, changes: [{ field: "shortUrl", from: "Moving-1", to: "m/1" }] },
      { version: 4, changes: [{ field: "shortUrl" }, { field: "domain", from: one.name, to: lower.name }] },
    ]);
    const revert = (version: number) => call(api, "POST", `/api/urls/${id}/revert`, { user, body: { version } });
    expect(await revert(3)).toMatchObject(refusedOn("shortUrl"));
    expect((await revert(4)).body["data"]).toMatchObject({ domain: one.name, shortUrl: "m/1" });
    expect((await put(id, { domain: lower.name })).body["data"]).toMatchObject({ shortUrl: "m/1" });
    await call(api, "DELETE", `/api/domains/${one.id}`, { user });
    expect(await revert(4)).toMatchObject(refusedOn("domain"));
    expect((await put(id, { domain: "", shortUrl: "Moving-1" })).body["data"]).toMatchObject({
      fullShortUrl: "https://hop.example/Moving-1",
    });
  });

  it("stays in lists, marked, when its domain is removed, and is found by the domain's name", async () => {
    const owner = await signUp(api);
    const { id: domainId, name } = await createDomain(owner);
    await post({ name: "Outside" }, owner);
    await post({ name: "Inside", domain: name }, owner);
    const query = `{
      found: links(filter: { search: "${name.slice(0, -8).toUpperCase()}" }) { edges { node { name state domain { name displayName state } fullShortUrl } } }
      inDomain: links(filter: { domain: "${name}" }, sort: { field: clicks, direction: desc }) { totalCount edges { node { name } } }
      outside: links(filter: { domain: "" }) { totalCount edges { node { name domain { name } state } } }
    }`;
    const ask = async () => (await graphql(api, query, {}, owner)).body["data"];
    const node = { name: "Inside", fullShortUrl: expect.stringContaining(`https://${name}/`) };
    const others = {
      inDomain: { totalCount: 1, edges: [{ node: { name: "Inside" } }] },
      outside: { totalCount: 1, edges: [{ node: { name: "Outside", domain: null, state: "active" } }] },
    };
    const found = (state: string, domainState: string) => ({
      found: { edges: [{ node: { ...node, state, domain: { name, displayName: name, state: domainState } } }] },
      ...others,
    });
    expect(await ask()).toEqual(found("unreachable", "pending"));
    await serve(domainId);
    expect(await ask()).toEqual(found("active", "verified"));
    await call(api, "DELETE", `/api/domains/${domainId}`, { user: owner });
    expect(await ask()).toEqual(found("unreachable", "removed"));
    expect(await post({ domain: name }, owner)).toMatchObject(refusedOn("domain"));
    const { body } = await call(api, "GET", `/api/urls?domain=${name}`, { user: owner });
    expect(body).toMatchObject({ data: [{ name: "Inside", domainState: "removed" }], pagination: { total: 1 } });
    const dashboard = await call(api, "GET", "/api/dashboard", { user: owner });
    expect(JSON.stringify(dashboard.body)).toContain(`"domain":"${name}"`);
  });
});

it("a removed domain's links can be edited, and leave it", async () => {
  const { id: domainId, name } = await createDomain(user);
  const { id } = await makeLink(api, user, { domain: name, shortUrl: "left-1" });
  await call(api, "DELETE", `/api/domains/${domainId}`, { user });
  expect(await put(id, { name: "Renamed" })).toMatchObject({ status: 200 });
  expect(await shown(id)).toMatchObject({ name: "Renamed", domain: name, domainState: "removed" });
  expect((await put(id, { domain: null })).body["data"]).toMatchObject({
    fullShortUrl: "https://hop.example/left-1",
  });
});
