import path from "node:path";

/** Where the replica of a slot is. The folder's name is the version of its entries. */
export function replicaFolder(slotFolder: string): string {
  return path.join(slotFolder, "v2");
}

/** Where the replica is unless the settings say otherwise; needed before they are read. */
export const defaultReplicaFolder = ".hoplog/replica";
