import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { tryLock } from "./lock.ts";

it("takes no room on the disk: a full one locks as well", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "hoplog-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "owner.lock");
  const lock = tryLock(file);
  expect(lock).not.toBeNull();
  expect(tryLock(file)).toBeNull();
  // By default SQLite would also create a journal file.
  expect(readdirSync(folder)).toEqual(["owner.lock"]);
  expect(statSync(file).size).toBe(0);
  lock?.release();
  expect(tryLock(file)?.release()).toBeUndefined();
});
