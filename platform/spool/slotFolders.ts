import { readdirSync } from "node:fs";
import path from "node:path";
import { errorCode } from "../process/errorCode.ts";

/** Returns the folders of all slots, whoever has them; empty when there are none yet. */
export function slotFolders(parent: string): string[] {
  return entriesOf(parent)
    .filter((name) => /^slot-\d+$/.test(name))
    .map((name) => path.join(parent, name));
}

/** Returns the names in a folder; none if there is no such folder. */
export function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}
