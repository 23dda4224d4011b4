import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const markerFile = "usable";
const dataFile = "data.mdb";

/**
 * To be called when the replica in this folder is complete and open. Listeners may read it from now on before its
 * writer has opened it, until the machine starts again: then LMDB may have to go back to an earlier state, which it does
 * for its first user only, and only for a writer.
 */
export function markUsable(folder: string): void {
  const boot = bootOfMachine();
  if (boot === null || isUsable(folder)) return;
  try {
    writeFileSync(path.join(folder, markerFile), boot);
  } catch {
    // The disk is full, say: the next start takes a little longer.
  }
}

export function isUsable(folder: string): boolean {
  const boot = bootOfMachine();
  return boot !== null && textOf(path.join(folder, markerFile)) === boot && existsSync(path.join(folder, dataFile));
}

/** Another with each start of the machine; null on systems that don't say. */
function bootOfMachine(): string | null {
  return textOf("/proc/sys/kernel/random/boot_id");
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
