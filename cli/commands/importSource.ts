import { constants, createReadStream } from "node:fs";
import { access, stat } from "node:fs/promises";
import { basename } from "node:path";

/** The content of an import's file. */
export interface ImportSource {
  readonly name: string;
  /** Size in bytes; null if unknown until the end. */
  readonly size: number | null;
  open(): AsyncIterable<Uint8Array>;
}

const reasons: Readonly<Record<string, (file: string) => string>> = {
  ENOENT: (file) => `File not found: ${file}`,
  ENOTDIR: (file) => `File not found: ${file}`,
  EACCES: (file) => `Cannot read ${file}: permission denied`,
  EPERM: (file) => `Cannot read ${file}: permission denied`,
  EISDIR: (file) => `Cannot read ${file}: it is a folder`,
};

/**
 * Opens the file of this name, or standard input for `-`. Throws an Error with a readable message if it can't be read.
 */
export async function importSource(file: string): Promise<ImportSource> {
  if (file === "-") return { name: "standard input", size: null, open: () => process.stdin };
  try {
    const found = await stat(file);
    if (found.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
    await access(file, constants.R_OK);
    // Pipes and other special files have no size.
    return { name: basename(file), size: found.isFile() ? found.size : null, open: () => createReadStream(file) };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw reasons[code] ? Object.assign(new Error(reasons[code](file)), { code }) : error;
  }
}
