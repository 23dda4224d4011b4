import { mkdirSync } from "node:fs";
import path from "node:path";
import { type FileLock, tryLock } from "./lock.ts";
import { syncFolder } from "./syncFolder.ts";

/** A numbered folder that one process has for itself. */
export interface Slot {
  readonly folder: string;
  release(): void;
}

/** Names of the locks in a slot: its owner's, and that of whoever ships from it. */
export const ownerLock = "owner.lock";
export const shipperLock = "shipper.lock";

const maxSlots = 1024;

/**
 * Takes the first slot that nobody has, so that those left behind are used again before there are more. Throws when
 * none can be made.
 */
export function takeSlot(parent: string): Slot {
  for (let number = 0; number < maxSlots; number++) {
    const folder = path.join(parent, `slot-${number}`);
    const created = mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (created !== undefined) syncFolder(parent);
    const lock = tryLock(path.join(folder, ownerLock));
    if (lock) return { folder, release: () => lock.release() };
  }
  throw new Error(`${parent} has ${maxSlots} slots, and all are taken`);
}

/** The lock of a folder's owner; null while the owner lives. */
export function tryOwn(folder: string): FileLock | null {
  return tryLock(path.join(folder, ownerLock));
}

export function tryShipFrom(folder: string): FileLock | null {
  return tryLock(path.join(folder, shipperLock));
}
