import { beforeAll, describe, expect, it } from "vitest";
import { call, graphql, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
});

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

async function ask(method: Method, url: string, ifMatch?: string, body?: object, by = user) {
  const headers = { authorization: `Bearer ${by.accessToken}`, ...(ifMatch !== undefined && { "if-match": ifMatch }) };
  const answer = await api.app.inject({ method, url, headers, ...(body && { payload: body }) });
  return { status: answer.statusCode, etag: answer.headers["etag"], body: answer.json() };
}

const changed = { status: 412, body: { error: { type: "CONFLICT_ERROR", details: { field: "If-Match" } } } };

describe("an ETag", () => {
  it("is a link's version, which edits change and clicks don't", async () => {
    const made = await ask("POST", "/api/urls", undefined, { name: "One", originalUrl: "https://example.com/" });
    expect(made.etag).toBe('"1"');
    const url = `/api/urls/${made.body.url._id}`;
    expect((await ask("PUT", url, undefined, { name: "Two" })).etag).toBe('"2"');
    expect((await ask("PATCH", `${url}/toggle-status`)).etag).toBe('"3"');
    expect((await ask("GET", url)).etag).toBe('"3"');
    expect((await ask("POST", `${url}/revert`, undefined, { version: 2 })).etag).toBe('"4"');
  });

  it("has an edit refused whose caller has seen another version, and nothing changed", async () => {
    const { id } = await makeLink(api, user);
    const url = `/api/urls/${id}`;
    const { etag = "" } = await ask("GET", url);
    expect(await ask("PUT", url, etag, { name: "First" })).toMatchObject({ status: 200, etag: '"2"' });
    for (const wrong of [etag, '"99"', "nonsense", 'W/"2"', '"1", "7"']) {
      expect(await ask("PUT", url, wrong, { name: "Second" })).toMatchObject(changed);
      expect(await ask("PATCH", `${url}/toggle-status`, wrong)).toMatchObject(changed);
      expect(await ask("POST", `${url}/revert`, wrong, { version: 2 })).toMatchObject(changed);
      expect(await ask("DELETE", url, wrong)).toMatchObject(changed);
    }
    expect((await ask("GET", url)).body.url).toMatchObject({ name: "First", isActive: true });
    expect((await ask("PUT", url, '"1", "2"', { name: "Third" })).status).toBe(200);
    expect((await ask("PUT", url, "*", { name: "Fourth" })).status).toBe(200);
    expect((await ask("DELETE", url, '"4"')).status).toBe(200);
  });

  it("lets one of two editors win who have seen the same", async () => {
    const { id } = await makeLink(api, user);
    const edits = ["A", "B", "C", "D"].map((name) => ask("PUT", `/api/urls/${id}`, '"1"', { name }));
    const statuses = (await Promise.all(edits)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 412, 412, 412]);
  });

  it("tells a stranger nothing", async () => {
    const { id } = await makeLink(api, user);
    const stranger = await signUp(api);
    for (const seen of ['"1"', '"2"']) {
      expect((await ask("PUT", `/api/urls/${id}`, seen, { name: "Mine" }, stranger)).status).toBe(404);
    }
  });

  it("goes for groups and domains", async () => {
    const group = await ask("POST", "/api/groups", undefined, { name: "Press" });
    const url = `/api/groups/${group.body.data._id}`;
    expect((await ask("GET", url)).etag).toBe('"1"');
    expect((await ask("PUT", url, '"1"', { name: "News" })).status).toBe(200);
    expect(await ask("PUT", url, '"1"', { name: "Old" })).toMatchObject(changed);
    expect(await ask("DELETE", url, '"1"')).toMatchObject(changed);
    const domain = await ask("POST", "/api/domains", undefined, { name: "go.etag.example" });
    const own = `/api/domains/${domain.body.data._id}`;
    const { etag = "" } = await ask("GET", own);
    expect((await ask("PATCH", own, etag, { rootUrl: "https://example.com/" })).status).toBe(200);
    expect(await ask("PATCH", own, etag, { rootUrl: "https://example.org/" })).toMatchObject(changed);
  });

  it("is refused where nobody would look at it", async () => {
    const { id } = await makeLink(api, user);
    const bulk = await ask("PUT", "/api/urls/bulk", '"1"', { urlIds: [id], isActive: false });
    expect(bulk).toMatchObject({
      status: 422,
      body: { error: { message: "This call does not support If-Match. Omit the header" } },
    });
    expect((await call(api, "GET", `/api/urls/${id}`, { user })).body).toMatchObject({ url: { isActive: true } });
  });

  it("is a field and an argument in GraphQL", async () => {
    const { id } = await makeLink(api, user);
    const mutation = `mutation ($id: UUID!, $seen: String, $name: String!) {
      updateLink(id: $id, input: { name: $name }, ifMatch: $seen) { etag name }
    }`;
    const first = await graphql(api, mutation, { id, seen: '"1"', name: "First" }, user);
    expect(first.body).toEqual({ data: { updateLink: { etag: '"2"', name: "First" } } });
    const second = await graphql(api, mutation, { id, seen: '"1"', name: "Second" }, user);
    expect(second.body).toMatchObject({ errors: [{ extensions: { type: "CONFLICT_ERROR", status: 412 } }] });
    const remove = 'mutation ($id: UUID!) { deleteLink(id: $id, ifMatch: "\\"1\\"") }';
    expect((await graphql(api, remove, { id }, user)).body).toMatchObject({
      errors: [{ extensions: { status: 412 } }],
    });
  });
});
