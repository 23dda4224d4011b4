import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { errorCode } from "../process/errorCode.ts";

export interface GoProgram {
  readonly name: string;
  /** The folder of the program's go.mod. */
  readonly sources: string;
  /** The files that determine the build. */
  readonly files: readonly string[];
  /** The package to build; the folder's own by default. */
  readonly target?: string;
  /** The oldest Go version that can build the program. */
  readonly oldestGo: string;
}

/**
 * Builds a program that tests need on the first call, and returns its path in `folder`. Throws an error that explains
 * how to install Go if it is missing, or why the build failed.
 */
export async function goProgram(program: GoProgram, folder: string, go = "go"): Promise<string> {
  const { name, sources, files, target = ".", oldestGo } = program;
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(join(sources, file)));
  const made = join(folder, `${name}-${hash.digest("hex").slice(0, 16)}`);
  if (existsSync(made)) return made;
  mkdirSync(folder, { recursive: true });
  const unfinished = `${made}.${process.pid}`;
  try {
    await promisify(execFile)(go, ["build", "-buildvcs=false", "-o", unfinished, target], { cwd: sources });
    renameSync(unfinished, made);
  } catch (error) {
    const message =
      errorCode(error) === "ENOENT"
        ? `${name} is built with Go ${oldestGo} or newer, and there is no "${go}". Get it from https://go.dev/dl`
        : `Go could not build ${name} (${oldestGo} or newer can):\n${error instanceof Error ? error.message : String(error)}`;
    throw new Error(message, { cause: error });
  } finally {
    rmSync(unfinished, { force: true });
  }
  return made;
}
