import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { z } from "zod";

const schema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Makes the symbolic links between Postgres' libraries, which npm packages can't contain. The package's install script
 * does the same, but npm can be told not to run such scripts.
 */
export function completeLinks(packageFolder: string): void {
  const list = join(packageFolder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = schema.parse(JSON.parse(readFileSync(list, "utf8")));
  for (const { source, target } of links) {
    const link = join(packageFolder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
}
