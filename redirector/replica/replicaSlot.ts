import { existsSync, renameSync } from "node:fs";
import path from "node:path";
import { type Slot, takeSlot } from "../slots/slots.ts";

const dataFile = "data.mdb";

/**
 * The folder of a replica that this process alone feeds. The one it had before its restart is free again, and first.
 * A replica from before there were slots is moved into the first.
 */
export function takeReplicaSlot(parent: string): Slot {
  const slot = takeSlot(parent);
  const old = path.join(parent, dataFile);
  const target = path.join(slot.folder, dataFile);
  if (existsSync(old) && !existsSync(target)) renameSync(old, target);
  return slot;
}
