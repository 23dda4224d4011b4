import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { defaultRates } from "../../kernel/limits/rates.ts";
import { call, graphql, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

const codeCheck = { points: 60, seconds: 600 };
let api: TestApi;
let ada: TestUser;
let eve: TestUser;
beforeAll(async () => {
  api = await openTestApi({ settings: { rates: { ...defaultRates, codeCheck } } });
  [ada, eve] = [await signUp(api), await signUp(api)];
});
afterAll(() => api.close());

const checked = z.object({ data: z.looseObject({ near: z.array(z.unknown()) }) });
const proposed = z.object({ data: z.array(z.string()) });

async function check(user: TestUser, code: string, more = "") {
  const { body } = await call(api, "GET", `/api/codes/check?code=${encodeURIComponent(code)}${more}`, { user });
  return checked.parse(body).data;
}

async function propose(user: TestUser, url: string, more = ""): Promise<string[]> {
  const { body } = await call(api, "GET", `/api/codes/proposals?url=${encodeURIComponent(url)}${more}`, { user });
  return proposed.parse(body).data;
}

describe("a check of a code", () => {
  it("says what making a link would say, and of another's link no more", async () => {
    const mine = await makeLink(api, ada, { shortUrl: "checked", name: "Mine" });
    await makeLink(api, eve, { shortUrl: "of-eve", name: "Secret name" });
    const nothing = { link: null, near: [] };
    expect(await check(ada, " free-one ")).toEqual({ code: "free-one", state: "free", message: null, ...nothing });
    const link = { _id: mine.id, name: "Mine", shortUrl: "checked" };
    expect(await check(ada, "checked")).toMatchObject({
      state: "taken",
      message: "Your link “Mine” has this short URL",
      link,
    });
    const taken = { state: "taken", message: "This short URL is already taken", ...nothing };
    expect(await check(eve, "checked")).toEqual({ code: "checked", ...taken });
    expect(await check(ada, "of-eve")).toEqual({ code: "of-eve", ...taken });
    expect(await check(ada, "Dashboard")).toMatchObject({ state: "reserved", message: "This short URL is reserved" });
    expect(await check(ada, "a b")).toMatchObject({
      state: "invalid",
      message: expect.stringContaining("Only letters"),
    });
    expect(await check(ada, " ")).toMatchObject({ state: "invalid" });
    expect(await check(ada, "x".repeat(51))).toMatchObject({ state: "invalid" });
  });

  it("warns of own codes that are easily confused, never of another's", async () => {
    const { id } = await makeLink(api, ada, { shortUrl: "spring-sale", name: "Spring" });
    const near = [{ _id: id, name: "Spring", shortUrl: "spring-sale" }];
    const message = "Easily confused with “spring-sale” of your link “Spring”";
    for (const code of ["spring-sales", "Spring-sale", "sprign-sale"]) {
      expect(await check(ada, code)).toEqual({ code, state: "free", message, link: null, near });
    }
    expect(await check(eve, "spring-sales")).toMatchObject({ state: "free", message: null, near: [] });
    expect((await check(ada, "spring-days")).near).toEqual([]);
  });

  it("calls a code free that the account had before, and no erased account's", async () => {
    const gone = await makeLink(api, ada, { shortUrl: "had-before" });
    await call(api, "DELETE", `/api/urls/${gone.id}`, { user: ada });
    expect(await check(ada, "had-before")).toMatchObject({ state: "free" });
    expect(await check(eve, "had-before")).toMatchObject({ state: "taken", link: null });
    await api.services.reads.query(
      "INSERT INTO code_claim (domain, code, owner_id, link_id) VALUES (0, 'erased', NULL, NULL)",
    );
    expect(await check(ada, "erased")).toMatchObject({ state: "taken", link: null });
  });

  it("goes by the rules of the domain that is named", async () => {
    await call(api, "POST", "/api/domains", { user: ada, body: { name: "go.codes.example", ignoresCase: true } });
    const there = "&domain=go.codes.example";
    expect(await check(ada, "Docs/Plan.PDF", there)).toMatchObject({ state: "free", code: "docs/plan.pdf" });
    expect(await check(ada, "robots.txt", there)).toMatchObject({ state: "reserved" });
    expect((await propose(ada, "https://example.com/login", there))[0]).toBe("login");
    const { body } = await call(api, "GET", `/api/codes/check?code=docs${there}`, { user: eve });
    expect(body).toMatchObject({ error: { type: "VALIDATION_ERROR", details: { fields: [{ field: "domain" }] } } });
  });
});

describe("proposed codes", () => {
  it("are free ones", async () => {
    expect(await propose(ada, "https://example.com/login/winter-sale")).toEqual([
      "winter-sale",
      "example-winter-sale",
      "login-winter-sale",
    ]);
    await makeLink(api, eve, { shortUrl: "winter-sale" });
    const had = await makeLink(api, ada, { shortUrl: "example-winter-sale" });
    await call(api, "DELETE", `/api/urls/${had.id}`, { user: ada });
    expect(await propose(ada, "https://example.com/login/winter-sale")).toEqual([
      "example-winter-sale",
      "login-winter-sale",
      "example",
    ]);
    expect(await propose(ada, "https://example.com/x", "&title=A+week+in+June")).toContain("week-june");
    expect(await propose(ada, "http://127.0.0.9/")).toEqual([]);
  });

  it.each([
    ["nonsense", "", "url"],
    ["https://example.com/", `&title=${"x".repeat(201)}`, "title"],
    [`https://example.com/${"x".repeat(9000)}`, "", "url"],
  ])("of %s%s are refused", async (url, more, field) => {
    const path = `/api/codes/proposals?url=${encodeURIComponent(url)}${more}`;
    const { body } = await call(api, "GET", path, { user: ada });
    expect(body).toMatchObject({ error: { type: "VALIDATION_ERROR", details: { fields: [{ field }] } } });
  });
});

it("checks and proposals are limited together, for each account by itself", async () => {
  const mallory = await signUp(api);
  const query = `{ codeCheck(code: "guess") { state } }`;
  const propose1 = `{ codeProposals(url: "https://example.com/") }`;
  for (let i = 0; i < codeCheck.points; i++) {
    const { body } = await graphql(api, i % 2 === 0 ? query : propose1, {}, mallory);
    expect(body).not.toHaveProperty("errors");
  }
  const { body } = await graphql(api, query, {}, mallory);
  expect(body).toMatchObject({ errors: [{ extensions: { type: "RATE_LIMIT_ERROR" } }] });
  expect((await call(api, "GET", "/api/codes/check?code=guess", { user: mallory })).status).toBe(429);
  expect((await call(api, "GET", "/api/codes/check?code=guess", { user: eve })).status).toBe(200);
});
