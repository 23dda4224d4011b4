import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeNewFilesPrivate } from "./access.ts";
import { StartError } from "../startError.ts";

/**
 * Creates the data folder if needed and checks that it is writable; throws StartError otherwise. Files that this
 * process and its children create afterwards are private to their owner.
 */
export function openDataFolder(folder: string): void {
  try {
    // Folders are created with default permissions, because parent folders may also serve other purposes.
    makeFolder(folder);
    makeNewFilesPrivate();
    // Throws if the path is a file.
    readdirSync(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    // A test file is written, because only a real write detects a read-only file system as root.
    const probe = join(folder, `.probe-${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe);
    mkdirSync(join(folder, "logs"), { recursive: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const problem = isNoFolder(cause) ? "is not a folder" : "cannot be written";
    throw new StartError(`The data folder ${folder} ${problem} (${reason}).\nSet HOPLOG_DATA to a writable folder.`, {
      cause,
    });
  }
}

/** Returns whether the folder's path, or a path above it, is a file. */
function isNoFolder(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && (cause.code === "ENOTDIR" || cause.code === "EEXIST");
}

/** Returns a separate folder for a cluster, unless the settings name one. */
export function clusterFolder(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { HOPLOG_DATA: env["HOPLOG_DATA"] || ".hoplog-cluster" };
}

/**
 * Creates missing parents one by one, because Node's recursive mkdir never returns if an existing parent, such as
 * /proc, rejects new folders.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  mkdirSync(folder);
}
