import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundleService, compileModules } from "./programs.mjs";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "hoplog-programs-"));
  write("package.json", `{ "type": "module" }`);
  for (const tool of ["operator", "rebuild"]) write(`api/boot/${tool}.ts`, "");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function run(file: string): { output: string; errors: string } {
  const { stdout, stderr } = spawnSync(process.execPath, ["--enable-source-maps", join(root, file)], {
    encoding: "utf8",
  });
  return { output: stdout.trim(), errors: stderr };
}

test("each module is compiled where its source was, and goes with it", async () => {
  write("ingest/boot/main.ts", `import { text } from "../text.ts";\nconsole.log(text satisfies string);\n`);
  write("ingest/text.ts", `export const text = "first";\n`);
  write("ingest/text.test.ts", `throw new Error();\n`);
  await compileModules(root, "ingest");
  expect(run("ingest/dist/boot/main.js").output).toBe("first");
  expect(existsSync(join(root, "ingest/dist/text.test.js"))).toBe(false);
  rmSync(join(root, "ingest/text.ts"));
  write("ingest/boot/main.ts", `console.log("second");\n`);
  await compileModules(root, "ingest");
  expect(run("ingest/dist/boot/main.js").output).toBe("second");
  expect(existsSync(join(root, "ingest/dist/text.js"))).toBe(false);
});

test("a bundle keeps the names of classes, loads late what is imported late, and its stack traces name the sources", async () => {
  write("api/one.ts", `export class Row {}\n`);
  write("api/two.ts", `export class Row {}\n`);
  write("api/late.ts", `console.log("late");\nexport function fail(): never {\n  throw new Error("broken");\n}\n`);
  write(
    "api/boot/main.ts",
    `import { Row as One } from "../one.ts";
import { Row as Two } from "../two.ts";
console.log(One.name, Two.name);
const { fail } = await import("../late.ts");
fail();
`,
  );
  await bundleService(root, "api");
  const { output, errors } = run("api/dist/bundle/main.js");
  expect(output).toBe("Row Row\nlate");
  expect(readFileSync(join(root, "api/dist/bundle/main.js"), "utf8")).not.toContain("broken");
  expect(errors).toContain("Error: broken");
  expect(errors).toMatch(/api\/late\.ts:3:/);
});

test("a call that is there to throw is kept, though nobody reads its result", async () => {
  write(
    "api/boot/main.ts",
    `function isReadable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
console.log(isReadable("a"), isReadable("%ff"));
`,
  );
  await compileModules(root, "api");
  await bundleService(root, "api");
  for (const folder of ["boot", "bundle"]) expect(run(`api/dist/${folder}/main.js`).output).toBe("true false");
});

test("sources that can't be read are an error with their file", async () => {
  write("api/boot/main.ts", `import { none } from "../none.ts";\nconsole.log(none);\n`);
  await expect(bundleService(root, "api")).rejects.toThrow(/none\.ts/);
});

test("a bundle is ASCII, and its texts say what the sources say", async () => {
  write(
    "api/boot/main.ts",
    `const größe = 1;\nconsole.log("é…😀", \`–\${größe}–\`, /^[äöü😀]$/u.test("😀"), /\\u{1F600}/u.test("😀"), "\\\\", "\\n".length);\n`,
  );
  await bundleService(root, "api");
  expect(readFileSync(join(root, "api/dist/bundle/main.js"), "utf8")).toMatch(/^[\0-\x7F]*$/);
  expect(run("api/dist/bundle/main.js").output).toBe("é…😀 –1– true true \\ 1");
});

test("a bundle with an escaped character outside of ASCII is refused", async () => {
  write("api/boot/main.ts", `console.log(/\\é/.test("é"));\n`);
  await expect(bundleService(root, "api")).rejects.toThrow("has \\é, which cannot be escaped");
});
