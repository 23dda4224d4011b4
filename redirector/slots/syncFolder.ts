import { closeSync, fsyncSync, openSync } from "node:fs";

/** Syncs a folder to the disk, so that its file names survive a power failure. */
export function syncFolder(folder: string): void {
  const directory = openSync(folder, "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
