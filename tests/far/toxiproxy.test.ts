import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { toxiproxyProgram } from "./toxiproxy.ts";

test("without Go a plain message says where to get it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hoplog-toxiproxy-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await expect(toxiproxyProgram("no-such-go", folder)).rejects.toThrow(
    'toxiproxy is built with Go 1.23 or newer, and there is no "no-such-go". Get it from https://go.dev/dl',
  );
});
