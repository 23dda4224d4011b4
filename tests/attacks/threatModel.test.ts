import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { expect, test } from "vitest";

const attackers = [
  "Visitor",
  "Stranger",
  "Tenant",
  "Holder of a narrow key",
  "Thief of a session",
  "Malicious destination",
  "Webhook receiver",
  "Import source",
  "S3 server",
  "Operator of another installation",
];

test("the threat model has a section for each attacker, and a test that exists for each of its entries", () => {
  const [, ...sections] = readFileSync(join(repositoryRoot, "docs/explain/threat-model.md"), "utf8").split(/^## /m);
  expect(sections.map((section) => section.slice(0, section.indexOf("\n")))).toEqual(attackers);
  const entries = sections.flatMap((section) => section.split(/^- /m).slice(1));
  expect(entries.length).toBeGreaterThan(4 * attackers.length);
  for (const entry of entries) {
    const files = Array.from(entry.matchAll(/`([\w./-]+\.test\.tsx?)`/g), ([, file = ""]) => file);
    expect(files, entry).not.toEqual([]);
    for (const file of files) expect(existsSync(join(repositoryRoot, file)), file).toBe(true);
  }
});
