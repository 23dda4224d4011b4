import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeWhole } from "./writeWhole.ts";

test("a file that can't be written stays as it was, and one that holds the same needs no room", () => {
  const folder = mkdtempSync(join(tmpdir(), "hoplog-write-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "config.xml");
  writeWhole(file, "first");
  chmodSync(file, 0o640);
  // A folder at the file's path has the same effect as a full disk.
  mkdirSync(`${file}.unfinished`);
  expect(() => writeWhole(file, "first")).not.toThrow();
  expect(() => writeWhole(file, "second")).toThrow("EISDIR");
  expect(readFileSync(file, "utf8")).toBe("first");
  rmSync(`${file}.unfinished`, { recursive: true, force: true });
  writeWhole(file, "second");
  expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual(["second", 0o600]);
  expect(readdirSync(folder)).toEqual(["config.xml"]);
});
