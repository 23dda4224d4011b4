import path from "node:path";

/** Returns the folder of a slot's replica. Its name is the version of the entries. */
export function replicaFolder(slotFolder: string): string {
  return path.join(slotFolder, "v2");
}

/** Default replica folder; needed before the settings are read. */
export const defaultReplicaFolder = ".hoplog/replica";
