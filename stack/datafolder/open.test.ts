import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDataFolder } from "./open.ts";

test.each([
  ["a file", "file", /file is not a folder \(.*\)\.\nSet HOPLOG_DATA/],
  ["a folder below a file", "file/data", /data is not a folder \(/],
])("%s is no data folder, and that is said", (_, name, text) => {
  const folder = mkdtempSync(join(tmpdir(), "hoplog-open-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "file"), "");
  expect(() => openDataFolder(join(folder, name))).toThrow(text);
});
