import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { backupLevel } from "./backupLevel.ts";
import { checksumOf } from "./migrate.ts";

const base = { name: "0002_base", replaces: "0002_b", sql: "SELECT 2" };
const third = { name: "0003_c", sql: "SELECT 3" };
const fourth = { name: "0004_d", sql: "SELECT 4" };
const all = [base, third, fourth];

/** Returns the migrations of scope `s` that are applied when a backup with these migrations is restored. */
async function levelOf(...names: readonly (readonly [name: string, sql: string])[]) {
  const folder = mkdtempSync(join(tmpdir(), "hoplog-level-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const migrations = names.map(([name, sql]) => ({ scope: "s", name, checksum: checksumOf(sql) }));
  writeFileSync(join(folder, "manifest.json"), JSON.stringify({ format: 1, migrations }));
  const level = await backupLevel(folder);
  expect(level("other", all)).toEqual(all);
  return level("s", all);
}

it("is the migrations of the backup, a base in place of those that it replaces", async () => {
  expect(await levelOf(["0001_a", "a"], ["0002_b", "b"])).toEqual([base]);
  expect(await levelOf(["0001_a", "a"], ["0002_b", "b"], ["0003_c", third.sql])).toEqual([base, third]);
  expect(await levelOf(["0002_base", base.sql], ["0003_c", third.sql])).toEqual([base, third]);
});

it("refuses backups that are older than the bases, newer, or of changed migrations", async () => {
  await expect(levelOf(["0001_a", "a"])).rejects.toThrow(
    /older than hoplog 1\.0\. Start hoplog once with commit 6dbd9b43/,
  );
  await expect(levelOf(["0002_base", base.sql], ["0005_e", "e"])).rejects.toThrow(/0005_e has been applied by a newer/);
  await expect(levelOf(["0002_base", "other"])).rejects.toThrow(/0002_base has been changed/);
});
