import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { call, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
let key: string;
beforeAll(async () => {
  api = await openTestApi();
  user = await signUp(api);
  key = await makeKey(api, user);
});
afterAll(() => api.close());

const made = z.object({ data: z.object({ key: z.string() }) });

async function makeKey(on: TestApi, by: TestUser): Promise<string> {
  const body = { name: "Shop", scopes: ["links:create"] };
  return made.parse((await call(on, "POST", "/api/keys", { user: by, body })).body).data.key;
}

const origin = "https://shop.example";
const link = { name: "From a shop", originalUrl: "https://example.com/shop" };

interface Asked {
  readonly method?: "GET" | "POST" | "OPTIONS";
  readonly token?: string;
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly on?: TestApi;
}

async function ask(url: string, { method = "POST", token, from = origin, headers = {}, body, on = api }: Asked) {
  const answer = await on.app.inject({
    method,
    url,
    headers: { origin: from, ...(token && { authorization: `Bearer ${token}` }), ...headers },
    ...(body && { payload: body }),
  });
  return { status: answer.statusCode, headers: answer.headers, text: answer.body };
}

const preflight = (url: string, asked = "authorization, content-type", more: Asked = {}) =>
  ask(url, {
    method: "OPTIONS",
    ...more,
    headers: { "access-control-request-method": "POST", "access-control-request-headers": asked },
  });

const granted = { "access-control-allow-origin": "*" };

describe("a page of another site", () => {
  it("may make a link by an API key, and read what is answered, refusals too", async () => {
    const before = await preflight("/api/urls");
    expect(before).toMatchObject({ status: 204, headers: { ...granted, "access-control-max-age": "3600" } });
    expect(before.headers["access-control-allow-headers"]).toContain("authorization, content-type, idempotency-key");
    expect(before.headers["access-control-allow-methods"]).toContain("PATCH");
    const answer = await ask("/api/urls", { token: key, body: link });
    expect(answer).toMatchObject({ status: 201, headers: { ...granted, etag: '"1"' } });
    expect(answer.headers["access-control-expose-headers"]).toMatch(/etag, retry-after, ratelimit-limit/);
    expect(await ask("/api/urls", { token: key, body: {} })).toMatchObject({ status: 422, headers: granted });
    expect(await ask("/api/groups", { method: "GET", token: key })).toMatchObject({ status: 403, headers: granted });
    const unknown = `${key.slice(0, -1)}${key.endsWith("a") ? "b" : "a"}`;
    expect(await ask("/api/urls", { token: unknown, body: link })).toMatchObject({ status: 401, headers: granted });
  });

  it("may ask GraphQL by one", async () => {
    expect(await preflight("/graphql")).toMatchObject({ status: 204, headers: granted });
    const query = `mutation { createLink(input: { name: "A", originalUrl: "https://example.com/" }) { id } }`;
    const answer = await ask("/graphql", { token: key, body: { query } });
    expect(answer).toMatchObject({ status: 200, headers: granted });
    expect(answer.text).toContain('"createLink":{"id"');
  });

  it("never gets leave to send cookies", async () => {
    for (const answer of [await preflight("/api/urls"), await ask("/api/urls", { token: key, body: link })]) {
      expect(answer.headers).not.toHaveProperty("access-control-allow-credentials");
    }
  });

  it("can't read what is answered to a session, to nobody, or without signing", async () => {
    const refused: [string, Asked][] = [
      ["/api/urls", { token: user.accessToken, body: link }],
      ["/api/urls", { body: link }],
      ["/graphql", { token: user.accessToken, body: { query: "{ me { id } }" } }],
      ["/api/installation", { method: "GET", token: key }],
      ["/api/auth/login", { token: key, body: { email: user.email, password: "wrong" } }],
      ["/api/nowhere", { token: key, body: {} }],
      ["/healthz", { method: "GET", token: key }],
    ];
    for (const [url, asked] of refused) {
      expect([url, (await ask(url, asked)).headers]).toEqual([
        url,
        expect.not.objectContaining({ "access-control-allow-origin": expect.anything() }),
      ]);
    }
  });

  it("gets no leave to sign in, or to call without a token", async () => {
    for (const url of ["/api/auth/login", "/api/auth/refresh", "/api/auth/register?x=1", "/healthz", "/"]) {
      expect((await preflight(url)).headers).not.toHaveProperty("access-control-allow-origin");
    }
    expect((await preflight("/api/urls", "content-type")).headers).not.toHaveProperty("access-control-allow-origin");
    expect(await preflight("/api/auth/profile")).toMatchObject({ status: 204, headers: granted });
  });

  it("can't sign anybody in over GraphQL, whatever key it has", async () => {
    const query = `mutation ($email: String!) { login(email: $email, password: "correct horse battery") { user { id } } }`;
    const body = { query, variables: { email: user.email } };
    for (const token of [key, "nonsense", undefined]) {
      const { text } = await ask("/graphql", { ...(token && { token }), body });
      expect(JSON.parse(text)).toMatchObject({ errors: [{ extensions: { type: "AUTHORIZATION_ERROR" } }] });
    }
    for (const from of ["http://localhost:3000", "http://localhost:8080"]) {
      expect((await ask("/graphql", { from, body, headers: { host: "localhost:8080" } })).text).not.toContain(
        "other sites",
      );
    }
  });
});

describe("API_ORIGINS", () => {
  it("names the sites that may, or none", async () => {
    for (const API_ORIGINS of [["https://app.example"], []]) {
      const on = await openTestApi({ settings: { API_ORIGINS } });
      try {
        const token = await makeKey(on, await signUp(on));
        const answer = await ask("/api/urls", { on, token, body: link });
        expect(answer).toMatchObject({ status: 201, headers: { vary: expect.stringContaining("origin") } });
        expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
        expect((await preflight("/api/urls", "authorization", { on })).status).not.toBe(204);
        const listed = await ask("/api/urls", { on, token, body: link, from: "https://app.example" });
        expect(listed.headers["access-control-allow-origin"]).toBe(API_ORIGINS[0]);
      } finally {
        await on.close();
      }
    }
  });
});
