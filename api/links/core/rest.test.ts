import { beforeAll, describe, expect, it } from "vitest";
import { call, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let ada: TestUser;
let eve: TestUser;
beforeAll(async () => {
  api = await sharedTestApi();
  ada = await signUp(api);
  eve = await signUp(api);
});

const unknownId = "00000000-0000-4000-8000-000000000000";

describe("POST /api/urls", () => {
  it("makes a link with a code that can't be guessed", async () => {
    const { status, body } = await call(api, "POST", "/api/urls", {
      user: ada,
      body: { name: "  Docs  ", originalUrl: "HTTPS://Example.com/a b" },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      success: true,
      data: { name: "Docs", originalUrl: "https://example.com/a%20b", groupId: null, noOfClicks: 0, isActive: true },
    });
    expect(body["data"]).toHaveProperty("shortUrl", expect.stringMatching(/^[2-9A-HJ-NP-Za-hj-km-np-z]{8}$/));
  });

  it("completes a URL without a scheme, and takes a name of the default domain with its port", async () => {
    const post = (fields: object) => call(api, "POST", "/api/urls", { user: ada, body: { name: "n", ...fields } });
    const made = await post({ originalUrl: "example.com:8080/a", domain: "localhost:3001", shortUrl: "with-port" });
    expect(made).toMatchObject({ status: 201, body: { data: { originalUrl: "https://example.com:8080/a" } } });
    expect(made.body["data"]).not.toHaveProperty("domain");
    expect(await post({ originalUrl: "https://example.com/", domain: "localhost:3002" })).toMatchObject({
      status: 422,
      body: { error: { details: { fields: [{ field: "domain" }] } } },
    });
    const listed = await call(api, "GET", "/api/urls?domain=localhost:3001&search=with-port", { user: ada });
    expect(listed.body["data"]).toHaveLength(1);
  });

  it("takes a code of one's own, case-sensitive", async () => {
    expect(await makeLink(api, ada, { shortUrl: "My_code-1" })).toMatchObject({ code: "My_code-1" });
    expect(await makeLink(api, ada, { shortUrl: "my_code-1" })).toMatchObject({ code: "my_code-1" });
  });

  it.each([
    [{ name: " ", originalUrl: "" }, ["URL name is required", "Original URL is required"]],
    [{ name: "n", originalUrl: "javascript:alert(1)" }, ["Only http and https URLs can be shortened"]],
    [{ name: "n", originalUrl: "https://a:b@example.com/" }, ["A URL with a user name or password can't be shortened"]],
    [
      { name: "n", originalUrl: "http://localhost:3001/abc" },
      ["A short link can't point to a short link of this site"],
    ],
    [
      { name: "n", originalUrl: `https://example.com/${"x".repeat(8192)}` },
      ["Original URL cannot exceed 8192 characters"],
    ],
    [
      { name: "n", originalUrl: "https://example.com", shortUrl: "a/b" },
      ["Only letters, numbers, hyphens, and underscores (3-50 characters)"],
    ],
    [{ name: "n", originalUrl: "https://example.com", shortUrl: "Dashboard" }, ["This short URL is reserved"]],
  ])("refuses %j", async (input, messages) => {
    const { status, body } = await call(api, "POST", "/api/urls", { user: ada, body: input });
    expect(status).toBe(422);
    const fields = messages.map((message) => expect.objectContaining({ message }));
    expect(body).toMatchObject({ error: { type: "VALIDATION_ERROR", details: { fields } } });
  });

  it("refuses a taken code, also when two claim it at the same moment", async () => {
    const claim = (user: TestUser) =>
      call(api, "POST", "/api/urls", {
        user,
        body: { name: "n", originalUrl: "https://example.com", shortUrl: "race" },
      });
    const answers = await Promise.all([claim(ada), claim(eve), claim(ada), claim(eve)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ error: { type: "CONFLICT_ERROR", details: { field: "shortUrl" } } });
  });

  it("does not know other people's groups", async () => {
    const group = await call(api, "POST", "/api/groups", { user: eve, body: { name: "Eve's" } });
    const groupId = (group.body["data"] as { _id: string })._id;
    const body = { name: "n", originalUrl: "https://example.com", groupId };
    expect((await call(api, "POST", "/api/urls", { user: ada, body })).status).toBe(404);
  });
});

describe("PUT /api/urls/:id", () => {
  it("keeps what is missing, clears the group with null, and returns what changed", async () => {
    const group = await call(api, "POST", "/api/groups", { user: ada, body: { name: "Press" } });
    const groupId = (group.body["data"] as { _id: string })._id;
    const { id, code } = await makeLink(api, ada, { groupId });
    const kept = await call(api, "PUT", `/api/urls/${id}`, { user: ada, body: { name: "Renamed", shortUrl: "" } });
    expect(kept.body).toMatchObject({
      data: { name: "Renamed", shortUrl: code, groupId: { _id: groupId, name: "Press" } },
    });
    const cleared = await call(api, "PUT", `/api/urls/${id}`, { user: ada, body: { groupId: null } });
    expect(cleared.body).toMatchObject({ data: { name: "Renamed", groupId: null } });
  });

  it("frees the old code for its owner only", async () => {
    const { id } = await makeLink(api, ada, { shortUrl: "first-code" });
    await call(api, "PUT", `/api/urls/${id}`, { user: ada, body: { shortUrl: "second-code" } });
    const body = { name: "n", originalUrl: "https://example.com", shortUrl: "first-code" };
    expect((await call(api, "POST", "/api/urls", { user: eve, body })).status).toBe(409);
    expect((await call(api, "POST", "/api/urls", { user: ada, body })).status).toBe(201);
  });
});

describe("PATCH /api/urls/:id/toggle-status", () => {
  it("flips, and says so", async () => {
    const { id } = await makeLink(api, ada);
    const off = await call(api, "PATCH", `/api/urls/${id}/toggle-status`, { user: ada });
    expect(off.body).toMatchObject({ message: "URL deactivated successfully!", data: { isActive: false } });
    const on = await call(api, "PATCH", `/api/urls/${id}/toggle-status`, { user: ada });
    expect(on.body).toMatchObject({ message: "URL activated successfully!", data: { isActive: true } });
  });

  it("loses none of many at the same moment", async () => {
    const { id } = await makeLink(api, ada);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call(api, "PATCH", `/api/urls/${id}/toggle-status`, { user: ada })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const { body } = await call(api, "GET", `/api/urls/${id}`, { user: ada });
    expect(body).toMatchObject({ url: { isActive: true } });
  });
});

describe("DELETE /api/urls/:id", () => {
  it("is permanent, and keeps the code from others", async () => {
    const { id } = await makeLink(api, ada, { shortUrl: "gone-code" });
    expect((await call(api, "DELETE", `/api/urls/${id}`, { user: ada })).status).toBe(200);
    expect((await call(api, "GET", `/api/urls/${id}`, { user: ada })).status).toBe(404);
    expect((await call(api, "DELETE", `/api/urls/${id}`, { user: ada })).status).toBe(404);
    const body = { name: "n", originalUrl: "https://example.com", shortUrl: "gone-code" };
    expect((await call(api, "POST", "/api/urls", { user: eve, body })).status).toBe(409);
  });
});

describe("every call on one link", () => {
  const calls = [
    ["GET", ""],
    ["PUT", ""],
    ["DELETE", ""],
    ["PATCH", "/toggle-status"],
    ["GET", "/stats"],
    ["GET", "/click-logs"],
  ] as const;

  it.each(calls)("%s /api/urls/:id%s needs a token and a link of one's own", async (method, path) => {
    const { id } = await makeLink(api, ada);
    const body = method === "PUT" ? { body: { name: "n" } } : {};
    expect((await call(api, method, `/api/urls/${id}${path}`, body)).status).toBe(401);
    for (const unknown of [unknownId, "no-id-at-all"]) {
      expect((await call(api, method, `/api/urls/${unknown}${path}`, { user: ada, ...body })).status).toBe(404);
    }
    const foreign = await call(api, method, `/api/urls/${id}${path}`, { user: eve, ...body });
    expect(foreign.status).toBe(404);
    expect(foreign.body).toMatchObject({ error: { type: "NOT_FOUND_ERROR" } });
  });
});

describe("GET /api/urls", () => {
  it("pages, searches and filters", async () => {
    const user = await signUp(api);
    for (const name of ["Alpha", "Beta 100%", "Gamma"]) await makeLink(api, user, { name });
    const beta = await call(api, "GET", "/api/urls?search=a%20100%25", { user });
    expect(beta.body).toMatchObject({
      data: [{ name: "Beta 100%" }],
      pagination: { page: 1, limit: 50, total: 1, pages: 1 },
    });
    const second = await call(api, "GET", "/api/urls?limit=2&page=2", { user });
    expect(second.body).toMatchObject({
      data: [{ name: "Alpha" }],
      pagination: { page: 2, limit: 2, total: 3, pages: 2 },
    });
    const inactive = await call(api, "GET", "/api/urls?isActive=false", { user });
    expect(inactive.body).toMatchObject({ data: [], pagination: { total: 0 } });
  });

  it.each(["limit=0", "limit=101", "limit=x", "page=0", "page=-1", "isActive=maybe", "groupId=1"])(
    "refuses ?%s",
    async (query) => {
      const { status, body } = await call(api, "GET", `/api/urls?${query}`, { user: ada });
      expect(status).toBe(422);
      expect(body).toMatchObject({ error: { type: "VALIDATION_ERROR" } });
    },
  );
});
