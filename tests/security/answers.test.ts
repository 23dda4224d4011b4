import { readFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { createClient } from "graphql-ws";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import WebSocket from "ws";
import { z } from "zod";
import { openAccount, type Account } from "../running/account.ts";
import { metricsTargetsOf } from "../operations/metricsTargets.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";
import { accessToken, unsigned } from "./forge.ts";
import { appHeaders, appPolicy, loose, partHeaders, policyOf } from "./headers.ts";
import { send, type Answer, type Sent } from "./send.ts";

let testStack: TestStack;
let ada: Account;
let link: { id: string; code: string };
let gone: { id: string; code: string };
beforeAll(async () => {
  testStack = await newTestStack();
  await testStack.start({ env: { RATE_LIMITS: "off" } }).ready();
  ada = await openAccount(testStack.appUrl, "ada@example.com");
  link = await ada.createLink({ name: "Landing page", originalUrl: "https://example.com/" });
  gone = await ada.createLink({ name: "Switched off", originalUrl: "https://example.com/" });
  await app(`/api/urls/${gone.id}/toggle-status`, { method: "PATCH", headers: bearer() });
});
afterAll(() => testStack.clear());

const foreign = "https://evil.example";
const app = (path: string, sent?: Sent) => send(testStack.appUrl, path, sent);
const bearer = () => ({ authorization: `Bearer ${ada.tokens.accessToken}` });
const graphql = (query: string, sent: Sent = {}) => app("/graphql", { method: "POST", body: { query }, ...sent });

/** A Set-Cookie header that deletes the session's cookie, or one of the Google flow, whether or not it exists. */
const removal = /^hoplog_(google_\w+|session)=; Max-Age=0; Path=\/(api\/auth|graphql); Expires=Thu, 01 Jan 1970/;

/** Returns the headers that a response of the app lacks or must not have; empty if there are none. */
function faults(what: string, answer: Answer): string[] {
  const policy = policyOf(answer);
  const wrongPolicy = Object.entries(appPolicy).filter(([name, value]) => policy[name] !== value);
  const wrongHeaders = Object.entries(appHeaders).filter(([name, value]) => answer.headers[name] !== value);
  const referrers = ["no-referrer", "strict-origin-when-cross-origin"];
  const wrong = [...wrongPolicy, ...wrongHeaders].map(([name]) => name);
  if (!referrers.includes(String(answer.headers["referrer-policy"]))) wrong.push("referrer-policy");
  if ((answer.headers["set-cookie"] ?? []).some((cookie) => !removal.test(cookie))) wrong.push("set-cookie");
  return [...wrong, ...loose(answer)].map((header) => `${what.slice(0, 80)} (${answer.status}): ${header}`);
}

const bytesOfHeaders = ({ headers }: Answer) =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + String(value).length + 4, 0);

const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** Returns every documented call, with ids that do not exist. */
async function calls(): Promise<{ method: string; path: string }[]> {
  const { paths } = documentSchema.parse(JSON.parse((await app("/api/openapi.json")).body));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, "00000000-0000-7000-8000-000000000000"),
    })),
  );
}

/** Headers of a response to a preflight. Without permission for credentials, browsers send no cookies. */
const granting = ["allow-origin", "allow-methods", "allow-headers", "max-age"].map((what) => `access-control-${what}`);

describe("the app's headers, asked for from another site", () => {
  const origin = { origin: foreign };

  test("on every page and file", async () => {
    const routes = ["/", "/privacy", "/terms", "/login", "/register", "/forgot-password", "/reset-password?token=x"];
    const own = [
      "/google-oauth-complete",
      "/dashboard",
      "/urls",
      "/groups",
      "/profile",
      "/settings/domains",
      "/no/such/page",
    ];
    const others = ["/dev/mailbox", "/api/docs", "/api/docs/swagger-ui-bundle.js", "/api/openapi.json", "/healthz"];
    const missing = [
      "/none.js",
      "/assets/none.js",
      "/dev/none",
      "/metrics",
      "/%E0%A4%A",
      `/api/urls/${"x".repeat(199)}`,
      `/api/urls/${"x".repeat(9999)}`,
      "/api/urls/%ff",
    ];
    const found: string[] = [];
    for (const path of [...routes, ...own, ...others, ...missing]) {
      for (const method of ["GET", "HEAD", "OPTIONS", "POST"]) {
        const headers = { ...origin, "accept-encoding": "br" };
        found.push(...faults(`${method} ${path}`, await app(path, { method, headers })));
      }
    }
    expect(found).toEqual([]);
  });

  test("on every file: the policy on what can be opened by itself, and on no part of a page", async () => {
    const pages = await Promise.all(["/", "/login", "/dashboard"].map((path) => app(path)));
    const assets = new Set(
      pages.flatMap(({ body }) => [...body.matchAll(/(?:src|href)="(\/[^"]+\.\w+)"/g)].map(([, path = ""]) => path)),
    );
    expect([...assets].filter((path) => path.endsWith(".js")).length).toBeGreaterThan(2);
    expect([...assets].filter((path) => path.endsWith(".css")).length).toBeGreaterThan(1);
    const found: string[] = [];
    for (const path of [...assets, "/assets/world_110m.json"]) {
      // Other files can be opened directly, like the app's icons, and need the full policy.
      const part = path.startsWith("/assets/") && !path.endsWith(".svg");
      for (const method of ["GET", "HEAD"]) {
        const answer = await app(path, { method, headers: { ...origin, "accept-encoding": "br" } });
        expect(answer.status, path).toBe(200);
        if (!part) found.push(...faults(`${method} ${path}`, answer));
        else expect(answer.headers, path).toMatchObject(partHeaders);
        if (part) expect(bytesOfHeaders(answer), path).toBeLessThan(350);
        expect(loose(answer)).toEqual([]);
      }
    }
    expect(found).toEqual([]);
    expect([...assets].filter((path) => !path.startsWith("/assets/")).toSorted()).toEqual([
      "/favicon.svg",
      "/icons/apple-touch.png",
      "/manifest.webmanifest",
    ]);
  });

  test("on every call of the API, taken or refused, and none may be kept by a cache", async () => {
    const other = await openAccount(testStack.appUrl, "grace@example.com", "Grace Hopper");
    const token = { authorization: `Bearer ${other.tokens.accessToken}` };
    const found: string[] = [];
    const statuses = new Set<number>();
    // Calls that end the session are last.
    const ends = ({ path }: { path: string }) => Number(path.startsWith("/api/auth/logout"));
    const all = (await calls()).toSorted((a, b) => ends(a) - ends(b));
    expect(all.length).toBeGreaterThan(30);
    for (const { method, path } of all) {
      const body = method === "GET" || method === "DELETE" ? undefined : {};
      const ways: Sent[] = [
        { headers: origin, ...(body && { body }) },
        { headers: { ...origin, "content-type": "application/xml" }, ...(body && { body: "<x/>" }) },
        { headers: { ...origin, "content-type": "application/json" }, ...(body && { body: "{" }) },
        { headers: { ...origin, ...token }, ...(body && { body }) },
      ];
      for (const way of ways) {
        // Live responses never end, so only their headers are requested.
        const isLive = path === "/api/live" || path === "/api/misses/live";
        const answer = await app(path, { method: isLive ? "HEAD" : method, ...way });
        statuses.add(answer.status);
        found.push(...faults(`${method} ${path}`, answer));
        if (!/^no-store(,|$)/.test(answer.headers["cache-control"] ?? "")) found.push(`${method} ${path}: may be kept`);
      }
    }
    expect(found).toEqual([]);
    for (const status of [200, 400, 401, 404, 415, 501]) expect(statuses).toContain(status);
  });

  test("on what is no proper request", async () => {
    const json = { ...origin, "content-type": "application/json" };
    const odd: [string, Sent][] = [
      ["/api/auth/login", { method: "POST", headers: json, body: `{"email":"${"x".repeat(1_100_000)}"}` }],
      ["/api/auth/login", { method: "POST", headers: json, body: '{"__proto__":{}}' }],
      ["/api/auth/login", { method: "PROPFIND", headers: origin }],
      ["/api/none", { method: "DELETE", headers: origin }],
      ["/graphql", { headers: origin }],
      ["/graphql?query={__typename}", { headers: origin }],
      ["/graphql", { method: "POST", headers: { ...origin, "content-type": "text/plain" }, body: "{__typename}" }],
      ["/graphql", { method: "POST", headers: json, body: '{"query":"{ nothing }"}' }],
      ["/graphql", { method: "POST", headers: json, body: '{"query":"{ me { email } }"}' }],
      ["/graphql", { method: "POST", headers: { ...json, ...bearer() }, body: '{"query":"{ me { email } }"}' }],
    ];
    const found: string[] = [];
    for (const [path, sent] of odd) {
      const answer = await app(path, sent);
      found.push(...faults(`${sent.method ?? "GET"} ${path}`, answer));
      if (answer.headers["cache-control"] !== "no-store") found.push(`${path} (${answer.status}): may be kept`);
    }
    expect(found).toEqual([]);
  });

  test("on a preflight of every call, which lets API keys in and no cookies", async () => {
    const found: string[] = [];
    for (const { method, path } of [...(await calls()), { method: "POST", path: "/graphql" }]) {
      const headers = {
        ...origin,
        "access-control-request-method": method,
        "access-control-request-headers": "authorization,content-type",
      };
      const { headers: all, ...answer } = await app(path, { method: "OPTIONS", headers });
      const isGrant = (name: string) => name.startsWith("access-control-");
      const granted = Object.keys(all).filter(isGrant);
      const isOfSessions = /^\/api\/auth\/(?!profile$|export$)/.test(path);
      expect(granted, path).toEqual(isOfSessions ? [] : granting);
      if (!isOfSessions) expect(all["access-control-allow-origin"]).toBe("*");
      const others = Object.fromEntries(Object.entries(all).filter(([name]) => !isGrant(name)));
      found.push(...faults(`OPTIONS ${path}`, { ...answer, headers: others }));
    }
    expect(found).toEqual([]);
  });
});

describe("the redirector", () => {
  const visit = (path: string, method: string) =>
    send(testStack.shortUrl, path, { method, headers: { origin: foreign, referer: foreign } });

  test("sends two pages that load nothing, can't be framed and tell nobody where one came from", async () => {
    for (const path of ["/none-such", `/${gone.code}`, "/..%2f", `/${"x".repeat(5000)}`, "/metrics/x"]) {
      for (const method of ["GET", "HEAD"]) {
        const answer = await visit(path, method);
        expect([404, 410], path).toContain(answer.status);
        expect(policyOf(answer)).toEqual({
          "default-src": "'none'",
          "style-src": "'unsafe-inline'",
          "base-uri": "'none'",
          "form-action": "'none'",
          "frame-ancestors": "'none'",
        });
        expect(answer.headers).toMatchObject({ "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" });
        expect([loose(answer), answer.headers["set-cookie"]]).toEqual([[], undefined]);
      }
    }
  });

  test("lets no other site read an answer, and no cache keep one", async () => {
    for (const [path, method] of [
      ["/", "GET"],
      [`/${link.code}`, "GET"],
      [`/${link.code}`, "HEAD"],
      [`/${link.code}`, "POST"],
      [`/${link.code}`, "OPTIONS"],
      ["/healthz", "GET"],
    ] as const) {
      const answer = await visit(path, method);
      expect([loose(answer), answer.headers["set-cookie"]], `${method} ${path}`).toEqual([[], undefined]);
      if (answer.status === 302) expect(answer.headers["cache-control"]).toBe("no-store");
    }
  });
});

describe("what goes on inside", () => {
  const hosts = ["localhost", "127.0.0.1", "10.0.0.7", "evil.example"];

  test("is served on no port that visitors reach, whatever the request says", async () => {
    const works = [
      [testStack.appUrl, { links: true, figures: true, publishing: true, live: true }],
      [testStack.shortUrl, { redirects: true }],
    ] as const;
    for (const [url, expected] of works) {
      for (const host of hosts) {
        expect((await send(url, "/metrics", { headers: { host } })).status, `${url} ${host}`).toBe(404);
        const health = await send(url, "/healthz", { headers: { host } });
        expect([health.status, JSON.parse(health.body)]).toEqual([200, { status: "ok", works: expected }]);
      }
    }
  });

  test("is served on ports of their own, which only this machine reaches", async () => {
    const targets = metricsTargetsOf(testStack);
    expect(targets.map(({ part }) => part).toSorted()).toEqual(["analysts", "api", "ingest", "redirector"]);
    const foreigners = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === "IPv4");
    for (const { part, address } of targets) {
      expect(address).toMatch(/^127\.0\.0\.1:\d+$/);
      const port = address.split(":")[1];
      expect((await send(`http://${address}`, "/metrics")).body).toContain(`{service="${part}"}`);
      expect(JSON.parse((await send(`http://${address}`, "/healthz")).body)).toMatchObject({ healthy: true });
      for (const foreign of foreigners)
        await expect(fetch(`http://${foreign.address}:${port}/metrics`)).rejects.toThrow();
    }
  });
});

describe("a WebSocket", () => {
  const url = () => `${testStack.appUrl.replace("http", "ws")}/graphql`;

  /** Resolves with the status of a rejected upgrade, or 101. */
  function upgrade(headers: Record<string, string>): Promise<number> {
    const socket = new WebSocket(url(), "graphql-transport-ws", { headers });
    onTestFinished(() => socket.terminate());
    return new Promise((resolve, reject) => {
      socket.on("open", () => resolve(101));
      socket.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
      socket.on("error", reject);
    });
  }

  test.each([foreign, "null", "http://localhost:1", "http://localhost.evil.example", "nonsense"])(
    "from %s is refused",
    async (origin) => {
      expect(await upgrade({ origin })).toBe(403);
    },
  );

  test("from the app's own pages is opened, and from what is no browser", async () => {
    expect(await upgrade({ origin: testStack.appUrl })).toBe(101);
    expect(await upgrade({})).toBe(101);
    // A user may open the app under another name of this machine.
    const host = `127.0.0.1:${testStack.appPort}`;
    expect(await upgrade({ origin: `http://${host}`, host })).toBe(101);
  });

  test("is closed to a token that is none", async () => {
    const closed = new Promise<unknown>((resolve) => {
      const client = createClient({
        url: url(),
        webSocketImpl: WebSocket,
        connectionParams: { token: `${ada.tokens.accessToken}x` },
        lazy: false,
        retryAttempts: 0,
        on: { closed: resolve },
        onNonLazyError: () => {},
      });
      onTestFinished(() => void client.dispose());
    });
    expect(await closed).toMatchObject({ code: 4403 });
  });
});

describe("an access token", () => {
  const claims = () => {
    const [, payload = ""] = ada.tokens.accessToken.split(".");
    return z
      .object({ sub: z.string(), sid: z.string(), aud: z.string(), iat: z.number(), exp: z.number() })
      .strict()
      .parse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")));
  };
  const secretSchema = z.object({ token: z.string() });
  const secret = () =>
    secretSchema.parse(JSON.parse(readFileSync(join(testStack.dataFolder, "secrets.json"), "utf8"))).token;
  const profile = async (token: string) =>
    (await app("/api/auth/profile", { headers: { authorization: `Bearer ${token}` } })).status;

  test("names a user and a session, nothing more, and lasts 15 minutes", () => {
    const { iat, exp } = claims();
    expect(exp - iat).toBe(15 * 60);
  });

  test("is taken as we made it, and in no way that one could forge", async () => {
    const now = Math.floor(Date.now() / 1000);
    expect(await profile(accessToken(claims(), secret()))).toBe(200);
    const { sid: _, ...withoutSession } = claims();
    const forged = {
      "no signature": unsigned(claims()),
      "another key": accessToken(claims(), `${secret()}x`),
      "another algorithm": accessToken(claims(), secret(), "HS512"),
      "another audience": accessToken({ ...claims(), aud: "hoplog cookie: google flow" }, secret()),
      "run out": accessToken({ ...claims(), exp: now - 1 }, secret()),
      "no session": accessToken(withoutSession, secret()),
      "no end": accessToken({ ...claims(), exp: undefined }, secret()),
    };
    const taken = await Promise.all(
      Object.entries(forged).map(async ([how, token]) => ({ how, status: await profile(token) })),
    );
    expect(taken.filter(({ status }) => status !== 401)).toEqual([]);
  });

  test("counts in its header alone: neither in the address, nor in a cookie, nor in a body", async () => {
    const token = ada.tokens.accessToken;
    const elsewhere = [
      await app(`/api/auth/profile?token=${token}&access_token=${token}`),
      await app("/api/auth/profile", { headers: { cookie: `token=${token}; accessToken=${token}` } }),
      await graphql("{ me { email } }", {
        body: { query: "{ me { email } }", token, authorization: `Bearer ${token}` },
      }),
    ];
    expect(elsewhere.map(({ status }) => status)).toEqual([401, 401, 401]);
  });
});
