import { limits } from "@hoplog/schema/limits.js";
import { beforeAll, describe, expect, it } from "vitest";
import { bodyLimits } from "../http/bodies.ts";
import {
  call,
  graphql,
  makeLink,
  sharedTestApi,
  password,
  signUp,
  type TestApi,
  type TestUser,
} from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
let linkId: string;
beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
  linkId = (await makeLink(api, user)).id;
});

const invalid = (message: string | RegExp) => ({
  success: false,
  error: { type: "VALIDATION_ERROR", message: expect.stringMatching(message) },
});

const registration = { email: "long@example.com", contactNumber: "1", password, confirmPassword: password };

describe("a call of /api/auth", () => {
  it.each([
    "register",
    "login",
    "forgot-password",
    "reset-password",
    "refresh-token",
    "change-password",
    "google-oauth-complete",
  ])("%s takes a small body alone", async (name) => {
    const body = { name: "x".repeat(bodyLimits.auth) };
    const { status, body: answer } = await call(api, "POST", `/api/auth/${name}`, { body });
    expect(status).toBe(413);
    expect(answer).toMatchObject(invalid("The request is too large"));
  });

  it.each([
    ["of very many signs", "👩‍👩‍👧".repeat(500), `Name cannot exceed ${limits.nameMax} characters`],
    ["of one sign that is very long", `A${"\u0301".repeat(5000)}`, `Name cannot exceed ${limits.nameMax} characters`],
  ])("refuses a name that is %s before its signs are counted", async (_what, name, message) => {
    const { status, body } = await call(api, "POST", "/api/auth/register", { body: { ...registration, name } });
    expect(status).toBe(422);
    expect(body).toMatchObject(invalid(message));
  });

  it("refuses a long name over GraphQL too, in a variable and in the document", async () => {
    const input = { ...registration, name: "x".repeat(200_000) };
    const mutation = "mutation ($input: RegisterInput!) { register(input: $input) { id } }";
    const inDocument = `mutation { register(input: { name: "${"x".repeat(200_000)}", email: "a@b.cd", contactNumber: "1", password: "x", confirmPassword: "x" }) { id } }`;
    for (const answer of [await graphql(api, mutation, { input }), await graphql(api, inDocument)]) {
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ errors: [{ extensions: { type: "VALIDATION_ERROR" } }] });
    }
  });
});

describe("any call", () => {
  it("takes a body of bounded size", async () => {
    const body = { name: "x".repeat(bodyLimits.any), originalUrl: "https://example.com" };
    expect((await call(api, "POST", "/api/urls", { user, body })).status).toBe(413);
    expect((await graphql(api, "{ me { id } }", { x: "x".repeat(bodyLimits.any) }, user)).status).toBe(413);
  });
});

describe("what lists and figures are narrowed to", () => {
  const tooLong = "x".repeat(limits.searchMax + 1);
  const aboveFilter = "x".repeat(limits.filterMax + 1);

  it.each([
    [`/api/urls?search=${tooLong}`, "A search cannot exceed 200 characters"],
    [`/api/urls?sort=clicks&search=${tooLong}`, "A search cannot exceed 200 characters"],
    [`/api/groups?search=${tooLong}`, "A search cannot exceed 200 characters"],
    [`/api/urls/ID/stats?referrer=${aboveFilter}`, "A filter value cannot exceed 1024 characters"],
    [`/api/urls/ID/click-logs?country=${aboveFilter}`, "A filter value cannot exceed 1024 characters"],
    [`/api/dashboard?tz=${tooLong}`, "Must be an IANA time zone, such as Europe/Berlin"],
    ["/api/dashboard?tz=%2B05:30", "Must be an IANA time zone, such as Europe/Berlin"],
    ["/api/analytics?tz=%2B05:30", "Must be an IANA time zone, such as Europe/Berlin"],
    ["/api/misses?tz=-03:30", "Must be an IANA time zone, such as Europe/Berlin"],
    ["/api/bots?tz=%2B05", "Must be an IANA time zone, such as Europe/Berlin"],
    ["/api/conversions/figures?tz=%2B0530", "Must be an IANA time zone, such as Europe/Berlin"],
    ["/api/urls/ID/stats?tz=%2B05:30", "Must be an IANA time zone, such as Europe/Berlin"],
  ])("is bounded over REST: %s", async (path, message) => {
    const { status, body } = await call(api, "GET", path.replace("ID", linkId), { user });
    expect(status).toBe(422);
    expect(body).toMatchObject(invalid(message));
  });

  it.each([
    [
      "query ($text: String) { links(filter: { search: $text }) { totalCount } }",
      "A search cannot exceed 200 characters",
    ],
    ["query ($text: String) { groups(search: $text) { id } }", "A search cannot exceed 200 characters"],
    [
      `query ($text: String) { linkStats(linkId: "ID", filter: { browser: $text }) { totalClicks } }`,
      "A filter value cannot exceed 1024 characters",
    ],
    [
      `query ($text: String) { clickLog(linkId: "ID", filter: { os: $text }) { totalCount } }`,
      "A filter value cannot exceed 1024 characters",
    ],
    [
      "query ($text: String!) { dashboard(tz: $text) { overview { totalUrls } } }",
      "Must be an IANA time zone, such as Europe/Berlin",
    ],
    [
      "query ($text: String) { links(after: $text) { totalCount } }",
      "Invalid cursor. Use a cursor from the same list with the same sort order",
    ],
  ])("is bounded over GraphQL: %s", async (query, message) => {
    const { body } = await graphql(api, query.replace("ID", linkId), { text: aboveFilter }, user);
    expect(body).toMatchObject({ errors: [{ message, extensions: { type: "VALIDATION_ERROR" } }] });
  });

  it("may be as long as it says", async () => {
    const search = "x".repeat(limits.searchMax);
    expect((await call(api, "GET", `/api/urls?search=${search}`, { user })).status).toBe(200);
  });
});

describe("a change of a link", () => {
  it("must say what changes", async () => {
    for (const body of [undefined, {}, { name: null }]) {
      const answer = await call(api, "PUT", `/api/urls/${linkId}`, { user, ...(body && { body }) });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject(invalid("Provide at least one field to change"));
    }
    const mutation = "mutation ($id: UUID!) { updateLink(id: $id, input: {}) { id } }";
    expect((await graphql(api, mutation, { id: linkId }, user)).body).toMatchObject({
      errors: [{ extensions: { type: "VALIDATION_ERROR" } }],
    });
    const history = await call(api, "GET", `/api/urls/${linkId}/history`, { user });
    expect(history.body["data"]).toHaveLength(1);
  });

  it("may take it out of its group alone, or name its code as it is", async () => {
    for (const body of [{ groupId: null }, { shortUrl: "" }]) {
      expect((await call(api, "PUT", `/api/urls/${linkId}`, { user, body })).status).toBe(200);
    }
  });
});
