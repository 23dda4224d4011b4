// Fails if an import violates arrows.mjs, or if folders or files of a workspace import each other in a cycle, because
// none of them can then be understood or moved separately. Oxlint's import/no-cycle ignores types. dependency-cruiser's
// folder rules count subfolders as part of a folder: they miss cycles between a folder and its subfolder, and report
// cycles if only subfolders of two folders import each other's.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { contexts, forTests, workspaces } from "./arrows.mjs";
import { circlesOf } from "./circles.mjs";
import { importsOf } from "./imports.mjs";

const root = process.argv[2] ?? ".";
const { workspaces: names } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
for (const workspace of names) {
  const imports = importsOf(root, workspace);
  for (const one of imports) {
    const why = fault(workspace, one);
    if (why !== null) report(`${one.file} imports ${one.source}: ${why}`);
  }
  reportCircles(workspace, imports);
}

function report(line) {
  process.exitCode = 1;
  process.stderr.write(`${line}\n`);
}

/** Returns why an import is not allowed; null if it is. */
function fault(workspace, { file, source, target, isForTests }) {
  if (source.startsWith("@hoplog/")) return faultOfPackage(workspace, source.slice("@hoplog/".length), isForTests);
  if (!source.startsWith(".")) return null;
  const inside = pathIn(workspace, target);
  // The tools that build the documentation belong to no workspace.
  if (inside === null && isIn("docs/site", target) && isForTests) return null;
  if (inside === null) return "other workspaces must be imported by their package names.";
  const from = pathIn(workspace, file);
  if (from.startsWith("boot/") || isForTests) return null;
  if (inside.startsWith("boot/")) return "boot/ must not be imported.";
  return faultOfContext(contexts[workspace] ?? {}, from, inside);
}

function faultOfPackage(workspace, module, isForTests) {
  const allowed = [...workspaces[workspace], ...(isForTests ? (forTests[workspace] ?? []) : [])];
  const path = module.replace(/\.js$/, "");
  if (allowed.some((name) => isIn(name, path))) return null;
  return `${workspace} may import only: ${allowed.join(", ") || "no other workspace"}.`;
}

/** Checks the rule at the outermost level that has one and at which the two paths differ. */
function faultOfContext(rules, from, to) {
  for (const depth of [1, 2]) {
    const [own, other] = [from, to].map((path) => path.split("/").slice(0, depth).join("/"));
    const allowed = rules[own];
    if (own === other || allowed === undefined) continue;
    return allowed.includes(other)
      ? null
      : `${own} may import only: ${allowed.join(", ") || "no other folder of its workspace"}.`;
  }
  return null;
}

function isIn(folder, path) {
  return path === folder || path.startsWith(`${folder}/`);
}

function pathIn(workspace, path) {
  return isIn(workspace, path) ? path.slice(workspace.length + 1) : null;
}

function reportCircles(workspace, imports) {
  const inside = imports
    .filter(({ isForTests, source, target }) => !isForTests && source.startsWith(".") && isIn(workspace, target))
    .filter(({ target }) => !/(^|\/)(generated|testing|fixtures|dist)\//.test(target));
  const ofFiles = inside.map((one) => ({ ...one, from: one.file, to: one.target.replace(/\.js$/, ".ts") }));
  const ofFolders = inside.map((one) => ({ ...one, from: dirname(one.file), to: dirname(one.target) }));
  for (const [what, arrows] of [
    ["files", ofFiles],
    ["folders", ofFolders.filter(({ from, to }) => from !== to)],
  ]) {
    for (const circle of circlesOf(arrows)) {
      const names = circle.map((path) => pathIn(workspace, path) || ".");
      report(`${workspace}: ${what} that import each other in a circle: ${names.join(", ")}`);
      for (const { from, to, file, source } of arrows) {
        if (circle.includes(from) && circle.includes(to)) process.stderr.write(`  ${file} imports ${source}\n`);
      }
    }
  }
}
