import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The repository's root folder, found in the folders above this file, so that it is the same from sources and from
 * dist.
 */
export const repositoryRoot: string = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  const manifest = join(folder, "package.json");
  if (existsSync(manifest)) {
    const contents: unknown = JSON.parse(readFileSync(manifest, "utf8"));
    if (typeof contents === "object" && contents !== null && "name" in contents && contents.name === "hoplog")
      return folder;
  }
  const parent = dirname(folder);
  if (parent === folder)
    throw new Error(
      "hoplog's repository was not found in any parent folder of its programs. Start hoplog from a clone of the repository",
    );
  return findRoot(parent);
}
