import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { chooseLauncher } from "./account.ts";
import { postgresBinaries } from "./binaries.ts";

const binaries = await postgresBinaries();

describe.skipIf(process.getuid?.() !== 0)("as root", () => {
  let folder: string;
  let tools: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "hoplog-account-test-"));
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, "closed"), { mode: 0o700 });
    // A PATH that has `id` but no `setpriv`.
    tools = join(folder, "bin");
    mkdirSync(tools);
    symlinkSync(execFileSync("which", ["id"], { encoding: "utf8" }).trim(), join(tools, "id"));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });

  test("a folder that the user reaches needs no capabilities", () => {
    const { file, options } = chooseLauncher(binaries, join(folder, "data")).command("/bin/true", []);
    expect(file).toBe("/bin/true");
    expect(options.uid).toBeGreaterThan(0);
  });

  test("a folder that it does not reach is opened to it alone, by setpriv", () => {
    const launcher = chooseLauncher(binaries, join(folder, "closed", "data"));
    expect(launcher.command("/bin/true", []).file).toBe("setpriv");
    const { file, args } = launcher.command("/bin/sh", ["-c", 'id -u; ls "$1"', "sh", join(folder, "closed")]);
    expect(Number(execFileSync(file, args, { encoding: "utf8" }))).toBe(launcher.account?.uid);
  });

  test("its group alone passes through a folder that is for nothing else, without capabilities", () => {
    const parent = join(folder, "closed");
    const { account, command } = chooseLauncher(binaries, join(parent, "data"), true);
    expect(command("/bin/true", []).file).toBe("/bin/true");
    expect(statSync(parent)).toMatchObject({ uid: 0, gid: account?.gid, mode: 0o40710 });
  });

  test("without setpriv it is refused, naming the folder and what to do", () => {
    vi.stubEnv("PATH", tools);
    expect(() => chooseLauncher(binaries, join(folder, "closed", "data"))).toThrow(
      new RegExp(`cannot access ${join(folder, "closed")}\\..*Set HOPLOG_DATA to a folder that this user can access`),
    );
    expect(chooseLauncher(binaries, join(folder, "data")).command("/bin/true", []).file).toBe("/bin/true");
  });
});

test.skipIf(process.getuid?.() === 0)("as an ordinary user Postgres runs as that user", () => {
  expect(chooseLauncher(binaries, join(dirname(binaries.postgres), "x")).command("/bin/true", ["a"])).toEqual({
    file: "/bin/true",
    args: ["a"],
    options: {},
  });
});
