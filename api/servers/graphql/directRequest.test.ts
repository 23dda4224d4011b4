import { createHash } from "node:crypto";
import { parse } from "graphql";
import { beforeAll, describe, expect, it } from "vitest";
import { features } from "../../boot/features.ts";
import { call, graphql, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { type CompiledOperations, compileOperations } from "./compiledOperations.ts";
import { directRequest } from "./directRequest.ts";
import { buildGraphqlSchema } from "./schema.ts";

const query = "query Own($a: String) { me { id } }";
const hash = createHash("sha256").update(query).digest("hex");
const persistedQuery = { version: 1, sha256Hash: hash };

describe("a request for a compiled operation", () => {
  let operations: CompiledOperations;
  beforeAll(async () => {
    operations = compileOperations(await buildGraphqlSchema(features));
    for (let i = 0; i < 3; i++) {
      operations.count({ query }, parse(query));
      operations.count({ query, operationName: "Own" }, parse(query));
      operations.count({ hash }, parse(query));
    }
  });

  const json = { "content-type": "application/json" };
  const read = (body: unknown, headers: Record<string, string> = json, method = "POST") =>
    directRequest(operations, { body, headers, method });

  it.each<[string, object, Record<string, string>?]>([
    ["its text", { query }],
    ["its text and name", { query, operationName: "Own" }],
    ["its hash", { extensions: { persistedQuery } }],
    ["nothing in the other fields", { query, variables: null, operationName: null, extensions: null }],
    ["a character set", { query }, { "content-type": "application/json; charset=utf-8" }],
  ])("is answered directly, given by %s", (_how, body, headers) => {
    expect(read(body, headers)).toMatchObject({ variables: {}, contentType: "application/json; charset=utf-8" });
  });

  it.each<[string, unknown, Record<string, string>?, string?]>([
    ["of another method", { query }, json, "GET"],
    ["that a form of another site could send", { query }, { "content-type": "text/plain" }],
    ["of a similar type", { query }, { "content-type": "application/jsonp" }],
    ["without a type", { query }, {}],
    ["for another type of answer", { query }, { ...json, accept: "text/event-stream" }],
    ["of many at once", [{ query }]],
    ["without a body", undefined],
    ["with a field that nobody knows", { query, id: 1 }],
    ["with variables that are a list", { query, variables: [] }],
    ["with variables that are a text", { query, variables: "{}" }],
    ["with a variable that is too long", { query, variables: { a: "x".repeat(17_000) } }],
    ["with a name that is no text", { query, operationName: 1 }],
    ["for an operation of another name", { query, operationName: "Other" }],
    ["for an operation that nobody has checked", { query: "{ me { name } }" }],
    ["for no operation", { query: "" }],
    ["with a text that may not be that of its hash", { query, extensions: { persistedQuery } }],
    ["by the hash of another version", { extensions: { persistedQuery: { ...persistedQuery, version: 2 } } }],
    ["by a hash that nobody knows", { extensions: { persistedQuery: { version: 1, sha256Hash: "0" } } }],
  ])("is left to Apollo %s", (_what, body, headers, method) => {
    expect(read(body, headers, method)).toBeNull();
  });
});

describe("over HTTP", () => {
  let api: TestApi;
  let user: TestUser;
  beforeAll(async () => {
    api = await sharedTestApi();
    user = await signUp(api);
  });

  async function send(payload: object, headers: Record<string, string> = {}) {
    const authorization = `Bearer ${user.accessToken}`;
    const response = await api.app.inject({
      method: "POST",
      url: "/graphql",
      headers: { authorization, ...headers },
      payload,
    });
    const { date: _date, "x-request-id": _id, ...others } = response.headers;
    return { status: response.statusCode, headers: others, body: response.body };
  }

  /** Sends the call six times. Apollo executes the first ones, because a document is compiled at its third use. */
  async function sixTimes(ask: () => Promise<unknown>): Promise<[unknown, ...unknown[]]> {
    const answers: [unknown, ...unknown[]] = [await ask()];
    for (let i = 0; i < 5; i++) answers.push(await ask());
    return answers;
  }

  it.each([
    undefined,
    "*/*",
    "application/json",
    "application/graphql-response+json,application/json;q=0.9",
    "application/graphql-response+json",
    "text/html",
  ])("the answer is Apollo's to the byte, headers included, for Accept: %s", async (accept) => {
    const text = `query Accept { me { id name isBanned: email } } # ${accept}`;
    const [first, ...later] = await sixTimes(() => send({ query: text, variables: {} }, { ...(accept && { accept }) }));
    for (const answer of later) expect(answer).toEqual(first);
  });

  it("a mutation that fails in part is run once, and answered as Apollo does", async () => {
    const text = `mutation ($good: CreateLinkInput!, $bad: CreateLinkInput!) {
      good: createLink(input: $good) { name } bad: createLink(input: $bad) { name } }`;
    const good = { name: "Once", originalUrl: "https://example.com/" };
    const variables = { good, bad: { ...good, originalUrl: "nonsense" } };
    const answers = await sixTimes(() => graphql(api, text, variables, user));
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 200,
        body: { data: null, errors: [{ path: ["bad"], extensions: { type: "VALIDATION_ERROR", status: 422 } }] },
      });
    }
    expect((await call(api, "GET", "/api/urls", { user })).body).toMatchObject({ pagination: { total: 6 } });
  });

  it("an ended session is refused at once", async () => {
    const someone = await signUp(api);
    const ask = () => graphql(api, "query Ended { me { id } }", {}, someone);
    for (const answer of await sixTimes(ask)) {
      expect(answer).toMatchObject({ status: 200, body: { data: { me: { id: someone.id } } } });
    }
    await call(api, "POST", "/api/auth/logout", { user: someone });
    await expect.poll(ask).toMatchObject({
      status: 401,
      body: { errors: [{ extensions: { type: "AUTHENTICATION_ERROR" } }] },
    });
  });
});
