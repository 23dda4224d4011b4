import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { repositoryRoot } from "../root.ts";

const preflight = createRequire(import.meta.url)("./preflight.cjs") as {
  complaint(version: string): string | undefined;
};

describe("the version of Node", () => {
  test.each(["18.20.4", "0.10.48", "19.9.0"])("%s is too old, and the message says so", (version) => {
    expect(preflight.complaint(version)).toContain(`needs Node 20 or newer; this is Node ${version}`);
  });

  test.each(["20.0.0", "24.21.0", "100.0.0"])("%s is good", (version) => {
    expect(preflight.complaint(version)).toBeUndefined();
  });

  test("make stops on an old one before it touches anything", () => {
    const folder = mkdtempSync(join(tmpdir(), "hoplog-old-node-"));
    try {
      // A fake "node" that reports an old version to the preflight, and fails for any other call.
      const real = process.execPath;
      const program = `#!/bin/sh\n[ "$1" = stack/tasks/preflight.cjs ] || exit 99\nexec "${real}" -e "Object.defineProperty(process.versions, 'node', { value: '18.1.0' }); process.argv[1] = require.resolve('./stack/tasks/preflight.cjs'); require('module').runMain()"\n`;
      writeFileSync(join(folder, "node"), program, { mode: 0o755 });
      const { status, stderr } = spawnSync("make", ["up"], {
        cwd: repositoryRoot,
        env: { ...process.env, PATH: `${folder}:${process.env["PATH"]}` },
        encoding: "utf8",
      });
      expect(stderr).toContain("hoplog needs Node 20 or newer; this is Node 18.1.0");
      expect(status).not.toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe("whether the packages are installed", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "hoplog-installed-"));
    mkdirSync(join(root, "node_modules"));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const locked = {
    "": { name: "hoplog" },
    api: { name: "@hoplog/api" },
    "node_modules/a": { version: "1.0.0", integrity: "x" },
    "node_modules/mac": { version: "1.0.0", integrity: "y", optional: true },
  };

  async function isInstalled(present: object | undefined): Promise<boolean> {
    writeFileSync(join(root, "package-lock.json"), JSON.stringify({ packages: locked }));
    if (present) writeFileSync(join(root, "node_modules", ".package-lock.json"), JSON.stringify({ packages: present }));
    const tasks = await import("./installed.mjs");
    return tasks.isInstalled(root);
  }

  test.each([
    ["everything but an optional package is there", { "node_modules/a": { version: "1.0.0", integrity: "x" } }, true],
    ["nothing is", undefined, false],
    ["a package is missing", {}, false],
    ["a package is of another version", { "node_modules/a": { version: "1.0.1", integrity: "x" } }, false],
    [
      "a package of the same version has other contents",
      { "node_modules/a": { version: "1.0.0", integrity: "z" } },
      false,
    ],
    [
      "one too many is there",
      { "node_modules/a": { version: "1.0.0", integrity: "x" }, "node_modules/b": { version: "1.0.0" } },
      false,
    ],
  ])("when %s", async (_, present, expected) => {
    expect(await isInstalled(present)).toBe(expected);
  });
});
