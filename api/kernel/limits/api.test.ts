import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { inNetworks } from "@hoplog/platform/visitor/networks.js";
import { call, openTestApi, password, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { defaultRates } from "./rates.ts";

const two = { points: 2, seconds: 60 };
let api: TestApi;
let user: TestUser;

beforeAll(async () => {
  api = await openTestApi({
    settings: {
      rates: {
        ...defaultRates,
        api: { points: 200, seconds: 60 },
        apiAccount: { points: 20, seconds: 60 },
        login: two,
        auth: { points: 12, seconds: 600 },
        registrationAccount: two,
        forgotPassword: two,
        password: two,
        creation: two,
      },
    },
    isTrusted: inNetworks([{ address: "127.0.0.1", prefix: 32, family: "ipv4" }]),
  });
  user = await signUp(api);
});
afterAll(() => api.close());

let address = 0;
let from = "";
beforeEach(() => {
  from = `203.0.113.${++address}`;
});

async function send(path: string, body: object, token?: string) {
  const headers = { "x-forwarded-for": from, ...(token && { authorization: `Bearer ${token}` }) };
  return api.app.inject({ method: "POST", url: path, headers, payload: body });
}

const refused = (path: string) =>
  path === "/graphql"
    ? { errors: [{ extensions: { type: "RATE_LIMIT_ERROR" } }] }
    : { error: { type: "RATE_LIMIT_ERROR" } };

const login = (email: string, attempt = "wrong password") => send("/api/auth/login", { email, password: attempt });
const gql = (query: string, token?: string) => send("/graphql", { query }, token);

describe("REST", () => {
  it("answers 429 with Retry-After, and shows everybody where they stand", async () => {
    const first = await login("flooded@example.com");
    expect(first.statusCode).toBe(401);
    expect(first.headers).toMatchObject({ "ratelimit-limit": "200", "ratelimit-remaining": "199" });
    await login("flooded@example.com");
    const refused = await login("flooded@example.com");
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toEqual({
      success: false,
      message: "Too many requests. Please try again later.",
      error: { type: "RATE_LIMIT_ERROR", message: "Too many requests. Please try again later.", details: {} },
    });
    expect(refused.headers).toMatchObject({ "ratelimit-limit": "2", "ratelimit-remaining": "0" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(50);
    // Once the limit is reached, passwords are rejected without a check.
    expect((await login("flooded@example.com", password)).statusCode).toBe(429);
  });

  it("lets the owner of a flooded account in from elsewhere", async () => {
    for (let i = 0; i < 5; i++) await login(user.email);
    expect((await login(user.email, password)).statusCode).toBe(429);
    from = "198.51.100.1";
    expect((await login(user.email, password)).statusCode).toBe(200);
  });

  it("limits calls for an account before it looks at what they hold", async () => {
    const calls: [string, object][] = [
      ["/api/auth/register", {}],
      ["/api/auth/login", { email: "x" }],
      ["/api/auth/forgot-password", { email: "" }],
      ["/api/auth/reset-password", {}],
      ["/graphql", { query: 'mutation { forgotPassword(email: "") }' }],
    ];
    for (const [path, body] of calls) expect((await send(path, body)).statusCode).not.toBe(429);
    for (let i = calls.length; i < 12; i++) await login("");
    for (const [path, body] of calls.toSpliced(1, 1))
      expect((await send(path, body)).json()).toMatchObject(refused(path));
  });

  it("counts a client for itself whose proxy sends its port too", async () => {
    const remaining: (string | undefined)[] = [];
    for (const port of [1024, 2048]) {
      const headers = { "x-forwarded-for": `${from}:${port}` };
      const { headers: answer } = await api.app.inject({ url: "/api/urls", headers });
      remaining.push(answer["ratelimit-remaining"]?.toString());
    }
    expect(remaining).toEqual(["199", "198"]);
  });

  it("limits registration", async () => {
    const body = { name: "Ada", email: "often@example.com", contactNumber: "1", password, confirmPassword: password };
    const answers = [];
    for (let i = 0; i < 3; i++) answers.push((await send("/api/auth/register", body)).statusCode);
    expect(answers).toEqual([201, 409, 429]);
  });

  it.each(["with", "without"])("limits reset mails to an address %s an account", async (which) => {
    const email = which === "with" ? user.email : "nobody@example.com";
    const answers = [];
    for (let i = 0; i < 3; i++) answers.push((await send("/api/auth/forgot-password", { email })).statusCode);
    expect(answers).toEqual([200, 200, 429]);
  });

  it("limits guesses at the present password", async () => {
    const body = { currentPassword: "guess", newPassword: "another horse" };
    const answers = [];
    for (let i = 0; i < 3; i++) {
      answers.push((await send("/api/auth/change-password", body, user.accessToken)).statusCode);
    }
    expect(answers).toEqual([422, 422, 429]);
  });

  it("limits the making of links and groups, whichever way", async () => {
    const maker = await signUp(api);
    const link = { name: "Example", originalUrl: "https://example.com/" };
    expect((await send("/api/urls", link, maker.accessToken)).statusCode).toBe(201);
    expect((await send("/api/groups", { name: "Group" }, maker.accessToken)).statusCode).toBe(201);
    expect((await send("/api/urls", link, maker.accessToken)).statusCode).toBe(429);
    expect((await gql(`mutation { createGroup(name: "x") { id } }`, maker.accessToken)).statusCode).toBe(429);
    expect((await call(api, "GET", "/api/urls", { user: maker })).status).toBe(200);
  });

  it("limits an account over all calls, from wherever they come", async () => {
    const busy = await signUp(api);
    for (let i = 0; i < 20; i++) {
      from = `198.51.100.${i}`;
      expect((await gql("{ me { id } }", busy.accessToken)).statusCode).toBe(200);
    }
    from = "198.51.100.99";
    expect((await call(api, "GET", "/api/urls", { user: busy })).status).toBe(429);
    const refused = await gql("{ me { id } }", busy.accessToken);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({ "ratelimit-limit": "20", "retry-after": expect.any(String) });
    expect(refused.json()).toMatchObject({
      errors: [{ message: "Too many requests. Please try again later.", extensions: { type: "RATE_LIMIT_ERROR" } }],
    });
  });

  it("limits an address over all calls, but not the health check", async () => {
    const get = (url: string) => api.app.inject({ method: "GET", url, headers: { "x-forwarded-for": from } });
    const answers = await Promise.all(Array.from({ length: 210 }, () => get("/api/auth/profile")));
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10);
    expect((await gql("{ __typename }")).statusCode).toBe(429);
    expect((await gql("{ __typename }")).json()).toMatchObject({
      errors: [{ extensions: { type: "RATE_LIMIT_ERROR", status: 429 } }],
    });
    expect((await get("/healthz")).statusCode).toBe(200);
  });
});

it("limits how often an address may connect", async () => {
  const { port } = new URL(await api.app.listen({ port: 0, host: "127.0.0.1" }));
  const connect = async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, "graphql-transport-ws", {
      headers: { "x-forwarded-for": from },
    });
    const outcome = await new Promise<string>((resolve) => {
      socket.on("open", () => resolve("open"));
      socket.on("error", (error) => resolve(error.message));
    });
    socket.terminate();
    return outcome;
  };
  expect(await connect()).toBe("open");
  const get = () => api.app.inject({ method: "GET", url: "/api/auth/profile", headers: { "x-forwarded-for": from } });
  await Promise.all(Array.from({ length: 200 }, get));
  expect(await connect()).toBe("Unexpected server response: 429");
});

describe("GraphQL", () => {
  it("answers 429 with the same headers, and in extensions", async () => {
    const query = `mutation { login(email: "flooded2@example.com", password: "x") { user { id } } }`;
    const answers = [await gql(query), await gql(query), await gql(query)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 429]);
    const refused = answers[2];
    expect(refused?.headers).toMatchObject({ "ratelimit-limit": "2", "ratelimit-remaining": "0" });
    expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(50);
    expect(refused?.json()).toMatchObject({
      errors: [{ extensions: { type: "RATE_LIMIT_ERROR", status: 429, retryAfter: expect.any(Number) } }],
    });
  });
});
