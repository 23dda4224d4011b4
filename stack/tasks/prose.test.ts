import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { repositoryRoot } from "../root.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hoplog-prose-test-"));
  git("init", "--quiet");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(...args: string[]): void {
  const who = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.com"];
  execFileSync("git", [...who, ...args], { cwd: folder });
}

function commit(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  git("add", "--all");
  git("commit", "--quiet", "--message", "Some");
}

function prose(env: NodeJS.ProcessEnv = {}) {
  const script = join(repositoryRoot, "stack/tasks/prose.mjs");
  return spawnSync(process.execPath, [script, folder], { encoding: "utf8", env: { ...process.env, ...env } });
}

const whole = {
  "api/links.ts": `// Two lines of a comment
// are read as one.
const found = new NotFoundError("No link has this code");
report({ field: "name", message: \`A name has at most \${max} signs\` });
// Too short.
`,
  "schema/openapi/openapi.json": JSON.stringify({ description: "Returns all links, newest first" }, null, 2),
  "docs/start.md": `# A heading that is left out

This paragraph stands
on two lines:
- this is its first item,
  on two lines

| a table | that is left out |

\`\`\`sh
make up and more
\`\`\`
`,
  "docs/adr/one.md": "# Store links twice\n",
};

test("shows each kind of text with its place, and nothing else", () => {
  commit(whole);
  const { stdout, status } = prose({ SEED: "7" });
  expect(status).toBe(0);
  expect(stdout.split("\n\n").toSorted()).toEqual([
    "SEED=7: from 7 texts",
    "comment  api/links.ts:1\n  Two lines of a comment are read as one.",
    "decision  docs/adr/one.md:1\n  Store links twice\n",
    "description  schema/openapi/openapi.json:2\n  Returns all links, newest first",
    expect.stringMatching(/^message {2}api\/links\.ts:[34]\n/),
    expect.stringMatching(/^message {2}api\/links\.ts:[34]\n/),
    "paragraph  docs/start.md:3\n  This paragraph stands on two lines:",
    "paragraph  docs/start.md:5\n  this is its first item, on two lines",
  ]);
  expect(stdout).toContain("A name has at most … signs");
});

test("leaves out error codes", () => {
  commit({ "errors.ts": 'throw new HoplogError("NOT_FOUND_ERROR", "No link has this code");\n' });
  expect(prose({ SEED: "7" }).stdout.split("\n\n")).toEqual([
    "SEED=7: from 1 texts",
    "message  errors.ts:1\n  No link has this code\n",
  ]);
});

test("shows the same for the same seed, and sixty at most", () => {
  const comments = Array.from(
    { length: 50 },
    (_, n) => `// Comment ${"abcdefghij".at(n / 10)} says ${"abcdefghij".at(n % 10)} here\nf();\n`,
  );
  commit({ "many.ts": comments.join("") });
  const [first, again, other] = ["1", "1", "2"].map((SEED) => prose({ SEED }).stdout);
  expect(first).toBe(again);
  expect(first?.replace("SEED=1", "SEED=2")).not.toBe(other);
  expect(first?.match(/^comment /gm)).toHaveLength(20);
});

test("shows what is new since a commit", () => {
  commit(whole);
  commit({
    ...whole,
    "docs/adr/one.md": "# Store links once, in order\n",
    "new.ts": "// This file was added later.\n",
  });
  const { stdout } = prose({ SINCE: "HEAD~1" });
  expect(stdout.split("\n\n").slice(1).toSorted()).toEqual([
    "comment  new.ts:1\n  This file was added later.",
    "decision  docs/adr/one.md:1\n  Store links once, in order\n",
  ]);
});

test.each([
  [{ SEED: "many" }, "SEED: expected a number of at most nine digits, not many\n"],
  [{ SINCE: "nothing" }, "SINCE: unknown commit nothing\n"],
])("refuses %j", (env, said) => {
  commit(whole);
  expect(prose(env)).toMatchObject({ status: 1, stderr: said });
});
