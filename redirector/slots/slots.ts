import { mkdirSync } from "node:fs";
import path from "node:path";
import { type FileLock, tryLock } from "./lock.ts";
import { syncFolder } from "./syncFolder.ts";

/** A numbered folder that one process owns exclusively. */
export interface Slot {
  readonly folder: string;
  release(): void;
}

/** Lock files in a slot: the owner's and the shipper's. */
export const ownerLock = "owner.lock";
export const shipperLock = "shipper.lock";

const maxSlots = 1024;

/**
 * Takes the first free slot, so that abandoned slots are reused before new ones are created. Throws if none can be
 * created.
 */
export function takeSlot(parent: string): Slot {
  for (let number = 0; number < maxSlots; number++) {
    const folder = path.join(parent, `slot-${number}`);
    const created = mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (created !== undefined) syncFolder(parent);
    const lock = tryLock(path.join(folder, ownerLock));
    if (lock) return { folder, release: () => lock.release() };
  }
  throw new Error(`all ${maxSlots} slots in ${parent} are used by other processes`);
}

/** Takes the owner's lock of a folder; returns null while its owner is alive. */
export function tryOwn(folder: string): FileLock | null {
  return tryLock(path.join(folder, ownerLock));
}

export function tryShipFrom(folder: string): FileLock | null {
  return tryLock(path.join(folder, shipperLock));
}
