import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pebbleProgram } from "./pebble.ts";

test("without Go a plain message says where to get it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hoplog-pebble-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await expect(pebbleProgram("no-such-go", folder)).rejects.toThrow(
    'pebble is built with Go 1.25 or newer, and there is no "no-such-go". Get it from https://go.dev/dl',
  );
});
