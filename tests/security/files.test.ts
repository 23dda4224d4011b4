import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { ask, insideOf } from "../analysts/sql.ts";
import { openOwner } from "../operations/account.ts";
import { runTool } from "../operations/tool.ts";
import { type Owner, newTestStack, type TestStack } from "../running/runningStack.ts";
import { openFiles } from "./openFiles.ts";

const isRoot = process.getuid?.() === 0;
/** User and group `nobody` of most systems, which own no other files. */
const nobody = { uid: 65_534, gid: 65_534 };

async function newOwnStack(owner?: Owner): Promise<TestStack> {
  const testStack = await newTestStack(owner);
  onTestFinished(() => testStack.clear());
  // The folder is readable like a home folder or /srv, so that files are not protected only by the folder above.
  chmodSync(dirname(testStack.dataFolder), 0o755);
  return testStack;
}

/** Uses a stack so that it creates files: opens an account, creates a link, and counts 20 clicks. */
async function live(testStack: TestStack): Promise<void> {
  const account = await openOwner(testStack.appUrl);
  const { code } = await account.createLink({ name: "Walked" });
  const before = await account.clicks();
  for (let i = 0; i < 20; i++) await fetch(`${testStack.shortUrl}/${code}`, { redirect: "manual" });
  await expect.poll(() => account.clicks()).toBe(before + 20);
}

/**
 * Expects that only the owner can read the data. A stack started by root runs Postgres as a separate user, whose group
 * may pass through the top folder but not list it.
 */
function expectClosed({ dataFolder }: TestStack, owner = process.getuid?.() ?? 0): void {
  const passage = owner === 0 ? [`710 ${dataFolder}`] : [];
  expect(openFiles(dataFolder).filter((one) => !passage.includes(one))).toEqual([]);
  expect(readdirSync(dataFolder)).toEqual(
    expect.arrayContaining(["clickhouse", "postgres", "spool", "replica", "logs"]),
  );
  for (const name of readdirSync(dataFolder)) {
    const { uid } = statSync(join(dataFolder, name));
    if (name !== "postgres" || owner !== 0) expect({ name, uid }).toEqual({ name, uid: owner });
  }
}

const canRunAsNobody =
  isRoot &&
  (() => {
    try {
      const program = join(repositoryRoot, "stack", "dist", "boot", "up.js");
      execFileSync(process.execPath, ["-e", `require("fs").accessSync(${JSON.stringify(program)})`], nobody);
      return true;
    } catch {
      return false;
    }
  })();

describe("what a stack keeps is for its own user alone", () => {
  test("from the first start on, and a backup too", async () => {
    const testStack = await newOwnStack();
    await testStack.start({ onNothing: true }).ready();
    // A ready stack also has the databases that analysts read.
    const counted = await ask(insideOf(testStack).analyst, "SELECT count() FROM analytics.clicks");
    expect(counted).toMatchObject({ ok: true, text: "0" });
    await live(testStack);
    expectClosed(testStack);
    if (isRoot) {
      const { uid, gid } = statSync(join(testStack.dataFolder, "postgres"));
      expect(uid).toBeGreaterThan(0);
      expect(statSync(testStack.dataFolder)).toMatchObject({ uid: 0, gid });
      for (const path of ["secrets.json", "logs/api.log", "clickhouse/server.log", "clickhouse/data"]) {
        const read = () => execFileSync("cat", [join(testStack.dataFolder, path)], { ...nobody, stdio: "pipe" });
        expect(read, path).toThrow(/Permission denied/);
      }
      expect(() => execFileSync("ls", [testStack.dataFolder], { ...nobody, stdio: "pipe" })).toThrow(
        /Permission denied/,
      );
    }
    const backups = mkdtempSync(join(tmpdir(), "hoplog-backups-"));
    onTestFinished(() => rmSync(backups, { recursive: true }));
    const saved = await runTool(testStack, "backup", { TO: join(backups, "today") });
    expect(saved.code, saved.output).toBe(0);
    expect(readdirSync(join(backups, "today"))).toContain("secrets.json");
    expect(openFiles(backups)).toEqual([]);
    expectClosed(testStack);

    // The permissions are as if the backup had been copied from a medium without permissions.
    execFileSync("chmod", ["-R", "a+rX", backups]);
    const other = await newOwnStack();
    const restored = await runTool(other, "restore", { FROM: join(backups, "today") });
    expect(restored.code, restored.output).toBe(0);
    expect(openFiles(other.dataFolder).filter((one) => one !== `710 ${other.dataFolder}`)).toEqual([]);
  });

  test("after a start on data that was opened to others, while whatever else is there is left alone", async () => {
    const testStack = await newOwnStack();
    const first = testStack.start({ onNothing: true });
    await first.ready();
    await live(testStack);
    first.child.kill("SIGTERM");
    await first.ended;
    // Opens all folders except that of Postgres, which refuses to start if others can read it.
    for (const name of readdirSync(testStack.dataFolder)) {
      if (name !== "postgres") execFileSync("chmod", ["-R", "a+rX", join(testStack.dataFolder, name)]);
    }
    chmodSync(testStack.dataFolder, 0o755);
    expect(openFiles(testStack.dataFolder).length).toBeGreaterThan(100);
    const second = testStack.start();
    await second.ready();
    await live(testStack);
    expectClosed(testStack);
    second.child.kill("SIGTERM");
    await second.ended;

    const notOurs = join(testStack.dataFolder, "photos");
    mkdirSync(notOurs);
    writeFileSync(join(notOurs, "cat.jpg"), "");
    execFileSync("chmod", ["-R", "a+rX", testStack.dataFolder, "--", notOurs]);
    execFileSync("chmod", ["-R", "go-rwx", join(testStack.dataFolder, "postgres")]);
    await testStack.start().ready();
    await live(testStack);
    expect(openFiles(testStack.dataFolder).toSorted()).toEqual(
      [`755 ${testStack.dataFolder}`, `755 ${notOurs}`, `644 ${join(notOurs, "cat.jpg")}`].toSorted(),
    );
  });

  test.runIf(canRunAsNobody)("as an ordinary user", async () => {
    const testStack = await newOwnStack(nobody);
    await testStack.start().ready();
    await live(testStack);
    expectClosed(testStack, nobody.uid);
    expect(existsSync(join(testStack.dataFolder, "postgres", "PG_VERSION"))).toBe(true);
  });
});
