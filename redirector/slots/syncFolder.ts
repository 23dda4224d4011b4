import { closeSync, fsyncSync, openSync } from "node:fs";

/** So that names in a folder outlive a power failure. */
export function syncFolder(folder: string): void {
  const directory = openSync(folder, "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
