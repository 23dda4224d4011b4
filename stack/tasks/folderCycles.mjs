// Fails where folders of a workspace import each other in a circle: then none of them can be understood, or moved,
// without the others. Oxlint's import/no-cycle knows of files only. dependency-cruiser's rules for folders count what is
// below a folder as a part of it, so they miss a folder that imports from one below it and is imported by that, and
// find a circle where only folders below two others import from each other's.
import { globSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { parseSync } from "oxc-parser";

/** Workspaces that have such circles still. */
const exempt = new Set();

/** What only tests use may reach for anything. */
const notOurs = /(^|\/)(node_modules|dist|generated|testing|fixtures)\/|\.test\.tsx?$/;

const root = process.argv[2] ?? ".";
const { workspaces } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
let failed = false;
for (const workspace of workspaces.filter((name) => !exempt.has(name))) {
  const imports = importsBetweenFolders(workspace);
  for (const circle of circlesOf(imports)) {
    failed = true;
    process.stderr.write(`${workspace}: folders that import each other in a circle: ${circle.join(", ")}\n`);
    for (const { from, to, file, source } of imports) {
      if (circle.includes(from) && circle.includes(to)) process.stderr.write(`  ${file} imports ${source}\n`);
    }
  }
}
process.exitCode = failed ? 1 : 0;

function importsBetweenFolders(workspace) {
  const folder = join(root, workspace);
  const files = globSync("**/*.{ts,tsx,mts,mjs}", {
    cwd: folder,
    exclude: (path) => /^(node_modules|dist)$/.test(path),
  })
    .map((file) => file.replaceAll(sep, "/"))
    .filter((file) => !notOurs.test(file));
  return files.flatMap((file) =>
    sourcesOf(join(folder, file))
      .filter((source) => source.startsWith("."))
      .map((source) => ({
        file: `${workspace}/${file}`,
        source,
        from: dirname(file),
        to: dirname(join(dirname(file), source).replaceAll(sep, "/")),
      }))
      .filter(({ from, to }) => from !== to && !to.startsWith("..")),
  );
}

/** What a file imports, types too, as it is written there. */
function sourcesOf(path) {
  const text = readFileSync(path, "utf8");
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
}

/** The largest sets of folders of which each reaches all others. */
function circlesOf(imports) {
  const targets = Map.groupBy(imports, ({ from }) => from);
  const reached = new Map([...targets.keys()].map((folder) => [folder, reachedFrom(folder, targets)]));
  const seen = new Set();
  const circles = [];
  for (const [folder, others] of reached) {
    if (seen.has(folder) || !others.has(folder)) continue;
    const circle = [...others].filter((other) => reached.get(other)?.has(folder));
    for (const member of circle) seen.add(member);
    circles.push(circle.toSorted());
  }
  return circles;
}

function reachedFrom(folder, targets) {
  const reached = new Set();
  const waiting = [folder];
  while (waiting.length > 0) {
    for (const { to } of targets.get(waiting.pop()) ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      waiting.push(to);
    }
  }
  return reached;
}
