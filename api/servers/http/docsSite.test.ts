import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { EnvError } from "@hoplog/platform/env/parseEnv.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerDocsSite } from "./docsSite.ts";
import { registerWebApp } from "./webApp.ts";

let app: FastifyInstance;
let folder: string;

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "hoplog-docs-"));
  write({
    "web/app.html": "the app",
    "docs/index.html": "the documents",
    "docs/404.html": "no such document",
    "docs/guides/upgrade.html": "how to upgrade",
    "docs/guides/upgrade.md": "# Upgrade",
    "docs/llms.txt": "# hoplog",
    "docs/assets/style.a1b2.css": "a{}",
  });
  app = Fastify();
  await registerDocsSite(app, path.join(folder, "docs"));
  await registerWebApp(app, path.join(folder, "web"), "full");
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string) => app.inject({ method: "GET", url });

describe("the documentation", () => {
  it.each([
    ["/docs/", "the documents", "text/html"],
    ["/docs/guides/upgrade.html", "how to upgrade", "text/html"],
    ["/docs/guides/upgrade.md", "# Upgrade", "text/markdown"],
    ["/docs/llms.txt", "# hoplog", "text/plain"],
  ])("has %s", async (url, body, type) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.body]).toEqual([200, body]);
    expect(answer.headers["content-type"]).toContain(type);
    expect(answer.headers["cache-control"]).toBe("no-cache");
  });

  it("is cached for a year where a file's name changes with its content", async () => {
    expect((await get("/docs/assets/style.a1b2.css")).headers["cache-control"]).toBe(
      "public, max-age=31536000, immutable",
    );
  });

  it("is found without the slash", async () => {
    const answer = await get("/docs");
    expect([answer.statusCode, answer.headers.location]).toEqual([302, "/docs/"]);
  });

  it.each(["/docs/unknown.html", "/docs/guides", "/docs/..%2fweb%2fapp.html", "/docs/guides/"])(
    "answers %s with a page of its own and 404",
    async (url) => {
      const answer = await get(url);
      expect([answer.statusCode, answer.body]).toEqual([404, "no such document"]);
    },
  );

  it("leaves the app's pages alone", async () => {
    expect((await get("/docsy")).body).toBe("the app");
  });

  it("is refused by name when it is not built", async () => {
    const empty = path.join(folder, "empty");
    const error = await registerDocsSite(Fastify(), empty).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(EnvError);
    expect(String(error)).toContain(`DOCS_ROOT: ${empty} has no documentation: build it with "make docs"`);
  });
});
