import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { repositoryRoot } from "../root.ts";

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })),
});
const manifestSchema = z.object({ allowScripts: z.record(z.string(), z.boolean()) });
const readOurs = (name: string): string => readFileSync(join(repositoryRoot, name), "utf8");

test("every package with an install script is named, and none may run it", () => {
  const { packages } = lockSchema.parse(JSON.parse(readOurs("package-lock.json")));
  const withScript = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [path.replace(/^.*node_modules\//, "")] : [],
  );
  const { allowScripts } = manifestSchema.parse(JSON.parse(readOurs("package.json")));
  expect(withScript.length).toBeGreaterThan(5);
  expect(Object.keys(allowScripts).toSorted()).toEqual([...new Set(withScript)].toSorted());
  expect(Object.values(allowScripts)).not.toContain(true);
});

test("no stage of the Dockerfile runs install scripts", () => {
  const installs = readOurs("Dockerfile").match(/^RUN npm .*$/gm) ?? [];
  expect(installs.length).toBeGreaterThan(3);
  expect(installs.filter((line) => !line.includes(" --ignore-scripts"))).toEqual([]);
});

describe("a package whose install scripts would leave a file", () => {
  let folder: string;
  let trace: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "hoplog-scripts-test-"));
    trace = join(folder, "trace");
    const evil = join(folder, "evil");
    mkdirSync(evil);
    const leaves = (when: string) => `node -e "fs.appendFileSync(process.env.TRACE, '${when} ')"`;
    const scripts = Object.fromEntries(["preinstall", "install", "postinstall"].map((when) => [when, leaves(when)]));
    writeFileSync(join(evil, "package.json"), JSON.stringify({ name: "evil", version: "1.0.0", scripts }));
    npm(evil, "pack", "--ignore-scripts", "--pack-destination", folder);
    const project = { name: "project", version: "1.0.0", dependencies: { evil: "file:evil-1.0.0.tgz" } };
    writeFileSync(join(folder, "package.json"), JSON.stringify(project));
    npm(folder, "install", "--package-lock-only", "--ignore-scripts");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs the npm that `make` would use, without settings of this machine's user. */
  function npm(cwd: string, ...args: string[]): { status: number | null; output: string } {
    return run(cwd, "npm", [...args, "--no-audit", "--no-fund", "--offline"]);
  }

  function run(cwd: string, program: string, args: readonly string[]): { status: number | null; output: string } {
    const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
    const env = { ...Object.fromEntries(own), TRACE: trace, npm_config_userconfig: join(folder, "none") };
    const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: "utf8" });
    return { status, output: stdout + stderr };
  }

  const traces = (): string => (existsSync(trace) ? readFileSync(trace, "utf8") : "");
  const takeOurs = (): void => copyFileSync(join(repositoryRoot, ".npmrc"), join(folder, ".npmrc"));

  test("leaves it without our settings", () => {
    expect(npm(folder, "ci").status).toBe(0);
    expect(traces()).toContain("postinstall");
  });

  test("leaves none after make install, whatever npm is there and whatever its settings say", () => {
    const tasks = join(folder, "stack", "tasks");
    mkdirSync(tasks, { recursive: true });
    for (const name of ["install.mjs", "installed.mjs"])
      copyFileSync(join(repositoryRoot, "stack", "tasks", name), join(tasks, name));
    writeFileSync(join(folder, ".npmrc"), "ignore-scripts=false\n");
    const installed = run(folder, process.execPath, [join(tasks, "install.mjs")]);
    expect(installed.status, installed.output).toBe(0);
    expect(existsSync(join(folder, "node_modules", "evil"))).toBe(true);
    expect(traces()).toBe("");
  });

  test.each(["ci", "install", "rebuild"])("leaves none after npm %s with our .npmrc", (command) => {
    takeOurs();
    expect(npm(folder, "ci").status).toBe(0);
    expect(npm(folder, command).status).toBe(0);
    expect(traces()).toBe("");
  });

  test("ends the installation where somebody lets scripts run, under an npm that can tell them apart", () => {
    takeOurs();
    const { status } = npm(folder, "ci", "--ignore-scripts=false");
    const [major = 0, minor = 0] = npm(folder, "--version").output.split(".").map(Number);
    if (major > 11 || (major === 11 && minor >= 19)) {
      expect(status).not.toBe(0);
      expect(traces()).toBe("");
    } else {
      expect(traces()).toContain("postinstall");
    }
  });
});
