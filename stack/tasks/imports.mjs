// Reads the imports of a workspace's files.
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { sep } from "node:path";
import { parseSync } from "oxc-parser";

/** Matches tests and test helpers. */
const testsOnly = /(^|\/)(testing|fixtures)\/|\.test\.tsx?$/;

/**
 * Returns each import, including types: the file as its path in the repository, the source as written, and the target,
 * which is a path in the repository or a package name. Throws an Error for a file that can't be parsed.
 */
export function importsOf(root, workspace) {
  const files = globSync("**/*.{ts,tsx,mts,mjs}", {
    cwd: join(root, workspace),
    exclude: (path) => /^(node_modules|dist|generated|bundle)$/.test(path),
  });
  return files.flatMap((path) => {
    const file = join(workspace, path.replaceAll(sep, "/"));
    return sourcesOf(join(root, file)).map((source) => ({
      file,
      source,
      target: source.startsWith(".") ? join(dirname(file), source) : source,
      isForTests: testsOnly.test(file),
    }));
  });
}

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
