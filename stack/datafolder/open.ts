import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { keepNewFilesPrivate } from "./access.ts";
import { StartError } from "../startError.ts";

/**
 * Makes the data folder if need be, and makes sure that it can be written; a StartError otherwise. What this process and
 * its children make from then on is their owner's alone.
 */
export function openDataFolder(folder: string): void {
  try {
    // As people make folders: those above it are not only ours.
    makeFolder(folder);
    keepNewFilesPrivate();
    // Fails for a file.
    readdirSync(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    // Only a real write finds a read-only file system, also as root.
    const probe = join(folder, `.probe-${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe);
    mkdirSync(join(folder, "logs"), { recursive: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const problem = isNoFolder(cause) ? "is not a folder" : "can't be written";
    throw new StartError(
      `The data folder ${folder} ${problem} (${reason}).\nSet HOPLOG_DATA to a folder that can be written.`,
      { cause },
    );
  }
}

/** A file stands at the folder's place, or above it. */
function isNoFolder(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && (cause.code === "ENOTDIR" || cause.code === "EEXIST");
}

/** A cluster's data are in a folder of their own unless the settings name one. */
export function clusterFolder(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { HOPLOG_DATA: env["HOPLOG_DATA"] || ".hoplog-cluster" };
}

/** Not mkdir's own recursion: where a folder can't be made in an existing one, as in /proc, Node's never ends. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  mkdirSync(folder);
}
