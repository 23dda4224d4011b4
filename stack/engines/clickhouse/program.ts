import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join, relative } from "node:path";
import { repositoryRoot } from "../../root.ts";
import { EngineError } from "../engine.ts";

/** A program that accepts the arguments of `clickhouse local` after its own. */
export interface ClickHouseProgram {
  file: string;
  args: string[];
}

/**
 * Returns the npm engine in a Bun process, or `clickhouse` on the PATH if npm has none for the platform. Throws
 * EngineError if neither exists.
 */
export function clickHouseProgram(): ClickHouseProgram {
  const library = enginePath();
  const bun = bunPath();
  if (library !== undefined && bun !== undefined) {
    const server = join(repositoryRoot, "stack", "engines", "clickhouse", "server.js");
    // The paths are relative, so that the command line is the same everywhere.
    return { file: bun, args: [relative(repositoryRoot, server), library] };
  }
  if (hasClickHouse()) return { file: "clickhouse", args: ["local"] };
  throw new EngineError(
    `npm has no ClickHouse engine for ${platform()} ${arch()} (or "npm ci" did not install it), and "clickhouse" is not on the PATH. ` +
      'Install it with "curl https://clickhouse.com/ | sh" and put it on the PATH, or set CLICKHOUSE_URL to an existing ClickHouse.',
  );
}

function enginePath(): string | undefined {
  const name = platform() === "linux" ? `@chdb/lib-linux-${arch()}-gnu` : `@chdb/lib-${platform()}-${arch()}`;
  return inPackage(name, "libchdb.so");
}

function bunPath(): string | undefined {
  const system = `bun-${platform()}-${arch() === "arm64" ? "aarch64" : arch()}`;
  // Bun's installer moves the program from the platform's package into Bun's own package.
  return inPackage(`@oven/${system}`, "bin/bun") ?? inPackage("bun", "bin/bun.exe");
}

function inPackage(name: string, file: string): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const found = join(dirname(manifest), file);
    return existsSync(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

function hasClickHouse(): boolean {
  try {
    execFileSync("clickhouse", ["local", "--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
