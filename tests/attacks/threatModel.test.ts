import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { expect, test } from "vitest";

const attackers = [
  "visitor",
  "stranger",
  "tenant",
  "holder of a narrow key",
  "thief of a session",
  "malicious destination",
  "webhook receiver",
  "import source",
  "S3 server",
  "operator of another installation",
];

test("the threat model has a table for each attacker, and a test that exists for each of its lines", () => {
  const [, section = ""] = readFileSync(join(repositoryRoot, "docs/security.md"), "utf8").split("## Threat model\n");
  const [model = ""] = section.split("\n## ");
  const rows = model.split("\n").filter((line) => line.startsWith("|"));
  const heads = rows.filter((row) => row.endsWith("| test |"));
  expect(heads.map((row) => row.slice(2, row.indexOf(":")))).toEqual(attackers);
  const lines = rows.filter((row) => !heads.includes(row) && !row.startsWith("| ---"));
  expect(lines.length).toBeGreaterThan(4 * attackers.length);
  for (const line of lines) {
    const files = Array.from(line.matchAll(/`([\w./-]+\.test\.tsx?)`/g), ([, file = ""]) => file);
    expect(files, line).not.toEqual([]);
    for (const file of files) expect(existsSync(join(repositoryRoot, file)), file).toBe(true);
  }
});
