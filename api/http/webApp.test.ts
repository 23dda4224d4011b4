import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerWebApp } from "./webApp.ts";

let app: FastifyInstance;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "hoplog-web-"));
  writeFileSync(path.join(folder, "index.html"), "<title>the app</title>");
  app = Fastify();
  await registerWebApp(app, folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

describe("paths of the app", () => {
  it.each([
    "/",
    "/login",
    "/login?message=user_exists_with_email&email=ada@example.com",
    "/google-oauth-complete?action=login&accessToken=a.b.c",
    "/reset-password?token=x",
  ])("%s is the app", async (url) => {
    const { statusCode, body } = await app.inject({ method: "GET", url });
    expect(statusCode).toBe(200);
    expect(body).toContain("the app");
  });

  it.each(["/api/none", "/api?x", "/graphql", "/dev/none", "/assets/none.js", "/none.png?x"])(
    "%s is not",
    async (url) => {
      expect((await app.inject({ method: "GET", url })).statusCode).toBe(404);
    },
  );

  it("that hold secrets tell nobody where one came from", async () => {
    for (const url of ["/google-oauth-complete?action=login&accessToken=a", "/reset-password?token=x"]) {
      expect((await app.inject({ method: "GET", url })).headers["referrer-policy"]).toBe("no-referrer");
    }
  });
});
