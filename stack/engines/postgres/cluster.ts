import { execFile } from "node:child_process";
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { EngineError } from "../engine.ts";
import type { Launcher } from "./account.ts";

const run = promisify(execFile);

/** Superuser of clusters that this stack creates. */
export const superuser = "hoplog";

/**
 * Creates the data folder unless it exists; rejects with EngineError if initdb fails. The folder is renamed into place
 * when complete, so a start that was killed midway can simply be repeated.
 */
export async function ensureCluster(
  dataDir: string,
  initdb: string,
  launcher: Launcher,
  options: { password: string; durable: boolean },
): Promise<void> {
  if (existsSync(join(dataDir, "PG_VERSION"))) return;
  const unfinished = `${dataDir}.unfinished`;
  const passwordFile = `${dataDir}.password`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, options.password, { mode: 0o600 });
  if (launcher.account) {
    chownSync(unfinished, launcher.account.uid, launcher.account.gid);
    chownSync(passwordFile, launcher.account.uid, launcher.account.gid);
  }
  // The built-in provider sorts and compares identically on every system, whatever locales are installed.
  const command = launcher.command(initdb, [
    `--pgdata=${unfinished}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    ...(options.durable ? [] : ["--no-sync"]),
  ]);
  try {
    await run(command.file, command.args, { ...command.options, cwd: "/", env: { ...process.env, LC_ALL: "C" } });
    rmSync(dataDir, { recursive: true, force: true });
    renameSync(unfinished, dataDir);
  } catch (cause) {
    // The message includes initdb's standard error.
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EngineError(`Postgres could not create its data folder ${dataDir}:\n${reason}`, { cause });
  } finally {
    rmSync(passwordFile, { force: true });
  }
}
