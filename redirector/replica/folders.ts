import path from "node:path";

/**
 * Where the replica of a slot is: below the one that redirectors of the release before keep in the slot itself, so that
 * they never find entries that they can't read.
 */
export function replicaFolder(slotFolder: string): string {
  return path.join(slotFolder, "v2");
}

/** Where the replica is unless the settings say otherwise; needed before they are read. */
export const defaultReplicaFolder = ".hoplog/replica";
