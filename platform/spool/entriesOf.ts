import { readdirSync } from "node:fs";

/** What lies in a folder; nothing where there is no such folder. */
export function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
