import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join } from "node:path";
import type { Logger } from "@hoplog/platform/logging/logger.js";

/** Runtime of the listeners. */
export type Runtime = "bun" | "node";

/** Returns the program that runs the listeners: Bun if it is installed, unless the settings select Node. */
export function chooseProgram(wanted: Runtime | undefined, logger: Logger): string {
  const { program, isWanted } = findProgram(wanted);
  if (!isWanted) logger.warn("bun is not installed: the listeners run on Node");
  return program;
}

/**
 * Returns the same program as {@link chooseProgram} for a setting that may be invalid; `isWanted` is false if Bun was
 * requested but is not installed.
 */
export function findProgram(wanted: string | undefined): { readonly program: string; readonly isWanted: boolean } {
  const bun = wanted === "node" ? null : bunPath();
  return { program: bun ?? process.execPath, isWanted: bun !== null || wanted !== "bun" };
}

function bunPath(): string | null {
  const system = `bun-${platform()}-${arch() === "arm64" ? "aarch64" : arch()}`;
  // Bun's installer moves the program from the platform's package into Bun's own package.
  return inPackage(`@oven/${system}`, "bin/bun") ?? inPackage("bun", "bin/bun.exe");
}

function inPackage(name: string, file: string): string | null {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const found = join(dirname(manifest), file);
    return existsSync(found) ? found : null;
  } catch {
    return null;
  }
}
