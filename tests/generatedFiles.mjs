import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";

/** Returns the contents of every file that "make generate" writes, by path. */
export function generatedFiles(root) {
  const files = new Map();
  const add = (folder, inside) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name)) add(path, inside || entry.name === "generated");
      } else if (inside || emitted.has(relative(root, path)))
        files.set(relative(root, path), readFileSync(path, "utf8"));
    }
  };
  add(root, false);
  return files;
}

const skipped = new Set(["node_modules", "dist", ".git", ".make", ".hoplog", "coverage"]);
const emitted = new Set([
  join("schema", "graphql", "schema.graphql"),
  join("schema", "graphql", "operations.json"),
  join("schema", "openapi", "openapi.json"),
]);
