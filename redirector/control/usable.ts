import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const markerFile = "usable";
const dataFile = "data.mdb";

/**
 * Marks a replica as usable; must be called when it is complete and open. Until the next boot of the machine, listeners
 * may then read it before its writer has opened it. After a boot, LMDB may have to roll back to an earlier state, which
 * it does only if the first process that opens the replica is a writer.
 */
export function markUsable(folder: string): void {
  const boot = bootOfMachine();
  if (boot === null || isUsable(folder)) return;
  try {
    writeFileSync(path.join(folder, markerFile), boot);
  } catch {
    // Ignored, for example on a full disk: the next start only takes a little longer.
  }
}

export function isUsable(folder: string): boolean {
  const boot = bootOfMachine();
  return boot !== null && textOf(path.join(folder, markerFile)) === boot && existsSync(path.join(folder, dataFile));
}

/** Returns an id that changes with each boot of the machine; null on systems without one. */
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
