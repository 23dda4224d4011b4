import { readdirSync } from "node:fs";
import path from "node:path";
import { errorCode } from "../process/errorCode.ts";

/** Returns the folders of all slots, including those that other processes use; empty if there are none yet. */
export function slotFolders(parent: string): string[] {
  return entriesOf(parent)
    .filter((name) => /^slot-\d+$/.test(name))
    .map((name) => path.join(parent, name));
}

/** Returns the names of the entries in a folder; empty if the folder does not exist. */
export function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}
