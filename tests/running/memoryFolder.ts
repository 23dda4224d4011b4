import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeLeftovers } from "../engines/leftovers.ts";

const prefix = "hoplog-tests-";

interface Memory {
  /** Folder of an in-memory file system. */
  readonly parent: string;
  /** Minimum free memory in bytes when a run starts. */
  readonly free: number;
  /** Minimum free space of the file system in bytes. */
  readonly space: number;
}

const machine: Memory = { parent: "/dev/shm", free: 12e9, space: 6e9 };

/**
 * Creates a folder in memory for the temporary files of a test run: hundreds of databases there take a fraction of the
 * CPU time that they take on a disk. Returns null if there is too little memory, or if programs can't be started from
 * the folder.
 */
export function createMemoryFolder({ parent, free, space }: Memory = machine): string | null {
  if (!existsSync(parent)) return null;
  // Deletes folders of killed runs first, because they occupy memory.
  removeLeftovers(parent, prefix, isRunning);
  const { bavail, bsize } = statfsSync(parent);
  if (process.availableMemory() < free || bavail * bsize < space) return null;
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  // The folder has the permissions of /tmp: if root runs the tests, Postgres and whole stacks run as other users.
  chmodSync(folder, 0o1777);
  if (startsPrograms(folder)) return folder;
  rmSync(folder, { recursive: true });
  return null;
}

/**
 * Makes this process and its children create temporary files in memory until it ends. Returns the folder, or null if
 * the usual folder is used.
 */
export function useMemoryFolder(): string | null {
  const folder = createMemoryFolder();
  if (!folder) return null;
  process.env["TMPDIR"] = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/**
 * Returns whether a process runs. This is a separate implementation, because the stack's helper is not built yet when a
 * run begins.
 */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Returns whether programs can be started from the folder; containers often mount memory without that right. */
function startsPrograms(folder: string): boolean {
  const program = join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
