import { mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { completeLinks } from "./binaries.ts";

test("missing links are made, beside what they lead to, and a second time changes nothing", () => {
  const folder = mkdtempSync(join(tmpdir(), "hoplog-links-"));
  try {
    mkdirSync(join(folder, "native", "lib"), { recursive: true });
    writeFileSync(join(folder, "native", "lib", "libpq.so.5.18"), "");
    const links = [{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" }];
    writeFileSync(join(folder, "native", "pg-symlinks.json"), JSON.stringify(links));
    completeLinks(folder);
    completeLinks(folder);
    expect(readlinkSync(join(folder, "native", "lib", "libpq.so.5"))).toBe("libpq.so.5.18");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
