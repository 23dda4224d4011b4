import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerSecurityHeaders } from "./securityHeaders.ts";
import { registerWebApp } from "./webApp.ts";

let app: FastifyInstance;
let folder: string;
const files = {
  "app.html": "<title>the app</title>",
  "index.html": "<title>the start</title>",
  "login.html": "<title>the log-in page</title>",
  "favicon.svg": "<svg/>",
  "robots.txt": "",
  "assets/index-a1.js": "0",
  "assets/index-a1.js.br": "compressed",
  "assets/index-b2.css": "a{}",
  "assets/map.json": "{}",
  "assets/drawing-c3.svg": "<svg/>",
  "assets/page-d4.html": "<p>",
};
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "hoplog-web-"));
  mkdirSync(path.join(folder, "assets"));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  app = Fastify();
  registerSecurityHeaders(app, "https://hop.example");
  await registerWebApp(app, folder, "full");
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

it("gives a file as a whole, also to who requests a part of it", async () => {
  const headers = { range: "bytes=1-2" };
  const { statusCode, body } = await app.inject({ method: "GET", url: "/assets/index-b2.css", headers });
  expect({ statusCode, body }).toEqual({ statusCode: 200, body: "a{}" });
});

describe("paths of the app", () => {
  it.each([
    ["/", "the start"],
    ["/?x", "the start"],
    ["/login", "the log-in page"],
    ["/login?message=user_exists_with_email&email=ada@example.com", "the log-in page"],
    ["/login/", "the app"],
    ["/LOGIN", "the app"],
    ["/app", "the app"],
    ["/assets", "the app"],
    ["/constructor", "the app"],
    ["/..%2f..%2fetc/passwd", "the app"],
    ["/google-oauth-complete?action=login&accessToken=a.b.c", "the app"],
    ["/reset-password?token=x", "the app"],
  ])("%s is %s", async (url, title) => {
    const { statusCode, body, headers } = await app.inject({ method: "GET", url });
    expect(statusCode).toBe(200);
    expect(body).toContain(title);
    expect(headers).toMatchObject({
      "cache-control": "no-cache",
      "content-type": expect.stringMatching(/^text\/html/),
    });
    expect(headers["content-security-policy"]).toContain("script-src 'self';");
  });

  it.each(["/api/none", "/api?x", "/graphql", "/dev/none", "/assets/none.js", "/none.png?x"])(
    "%s is not",
    async (url) => {
      const { statusCode, headers } = await app.inject({ method: "GET", url });
      expect(statusCode).toBe(404);
      expect(headers).toHaveProperty("content-security-policy");
    },
  );

  it("that hold secrets tell nobody where one came from", async () => {
    for (const url of ["/google-oauth-complete?action=login&accessToken=a", "/reset-password?token=x"]) {
      expect((await app.inject({ method: "GET", url })).headers["referrer-policy"]).toBe("no-referrer");
    }
  });
});

describe("headers of files", () => {
  const get = async (url: string) =>
    (await app.inject({ method: "GET", url, headers: { "accept-encoding": "br" } })).headers;

  it.each(["/assets/index-a1.js", "/assets/index-b2.css", "/assets/map.json", "/assets/index-a1.js?x"])(
    "%s has what a part of a page needs, and nothing else",
    async (url) => {
      const own = ["cache-control", "content-length", "content-type", "etag", "vary", "date", "connection"];
      const protection = ["cross-origin-resource-policy", "x-content-type-options"];
      const names = Object.keys(await get(url)).filter((name) => name !== "content-encoding");
      expect(names.toSorted()).toEqual([...own, ...protection].toSorted());
    },
  );

  it.each(["/", "/login", "/favicon.svg", "/robots.txt", "/assets/drawing-c3.svg", "/assets/page-d4.html"])(
    "%s, which can be opened by itself, has the page's policy",
    async (url) => {
      expect(await get(url)).toMatchObject({
        "content-security-policy": expect.stringContaining("default-src 'self'"),
        "strict-transport-security": expect.any(String),
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "strict-origin-when-cross-origin",
        "cross-origin-opener-policy": "same-origin",
      });
    },
  );
});

it.each([
  ["plain", "/new"],
  ["off", "/login"],
] as const)("with LANDING=%s the start leads to %s, and nothing else does", async (landing, location) => {
  const other = Fastify();
  await registerWebApp(other, folder, landing);
  for (const url of ["/", "/?x"]) {
    const { statusCode, headers } = await other.inject(url);
    expect({ statusCode, ...headers }).toMatchObject({ statusCode: 302, location, "cache-control": "no-cache" });
  }
  expect((await other.inject("/login")).body).toContain("the log-in page");
  expect((await other.inject("/urls")).body).toContain("the app");
  await other.close();
});
