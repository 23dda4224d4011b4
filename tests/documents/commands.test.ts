import { execFile, execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { keyScopes } from "@hoplog/schema/apiKeys/scopes.js";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { openAccount } from "../running/account.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";
import { codeBlocksIn, readDocuments } from "./markdown.ts";

const run = promisify(execFile);

const shells = readDocuments()
  .filter(({ path }) => /^(?:README\.md|docs\/(?!adr\/).+)$/.test(path))
  .flatMap((document) => codeBlocksIn(document).map((block) => ({ ...block, path: document.path })))
  .filter(({ info }) => /^sh\b/.test(info));
/** Commands that can run unchanged on a running stack. tests/packed runs the `hoplog` commands. */
const runnable = shells.filter(({ info, path }) => info === "sh" && path !== "docs/reference/cli.md");

describe("commands in documents", () => {
  test.each(shells.map(({ place, code }) => [place, code]))("%s has valid syntax", (_place, code) => {
    const { status, stderr } = spawnSync("bash", ["-n"], { input: code, encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test("name targets of make that exist", () => {
    const makefile = readFileSync(join(repositoryRoot, "Makefile"), "utf8");
    const targets = new Set(Array.from(makefile.matchAll(/^([a-z-]+):/gm), ([, target = ""]) => target));
    // The changelog also names targets of earlier versions.
    const current = readDocuments().filter(({ path }) => path !== "CHANGELOG.md");
    const named = current.flatMap((document) => {
      const inProse = document.prose.matchAll(/`(?:[A-Z_]+=\S+ )*make ([a-z][a-z-]*)/g);
      const code = codeBlocksIn(document).map((block) => block.code);
      const inCode = code.join("\n").matchAll(/(?:^ *|`|&& )(?:[A-Z_]+=\S+ )*make ([a-z][a-z-]*)/gm);
      return [...inProse, ...inCode].map(([, target = ""]) => ({ path: document.path, target }));
    });
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ target }) => !targets.has(target))).toEqual([]);
  });
});

describe("commands on a running stack", () => {
  let stack: TestStack;
  let folder: string;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "hoplog-commands-"));
    stack = await newTestStack();
    await stack.start({ env: { RATE_LIMITS: "off" } }).ready();
    const account = await openAccount(stack.appUrl, "reader@example.com");
    const { key } = z
      .object({ data: z.object({ key: z.string() }) })
      .parse(await account.call("POST", "/api/keys", { name: "Reader", scopes: keyScopes })).data;
    // Makes a code block fail if one of its calls returns an error.
    const curl = execFileSync("sh", ["-c", "command -v curl"], { encoding: "utf8" }).trim();
    writeFileSync(join(folder, "curl"), `#!/bin/sh\nexec ${curl} --fail-with-body "$@"\n`);
    chmodSync(join(folder, "curl"), 0o755);
    env = {
      ...process.env,
      // Unset, as in a shell: with the value of test runs, changed sources would be compiled for development.
      NODE_ENV: undefined,
      PATH: `${folder}${delimiter}${process.env["PATH"] ?? ""}`,
      HOPLOG_DATA: stack.dataFolder,
      APP_PORT: String(stack.appPort),
      SHORT_PORT: String(stack.shortPort),
      HOPLOG_KEY: key,
      // Destination of backups, and number of links to recount.
      TO: join(folder, "backup"),
      LINKS: "1",
    };
  });
  afterAll(async () => {
    await stack?.clear();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(runnable.map(({ place, code }) => [place, code]))("%s", async (_place, code) => {
    const own = code
      .replaceAll("localhost:3000", `localhost:${stack.appPort}`)
      .replaceAll("localhost:3001", `localhost:${stack.shortPort}`);
    await expect(
      run("bash", ["-euo", "pipefail", "-c", own], { cwd: repositoryRoot, env, timeout: 180_000 }),
    ).resolves.toBeDefined();
  });
});
