import { constants, createReadStream } from "node:fs";
import { access, stat } from "node:fs/promises";
import { basename } from "node:path";

/** What is sent as an import's file. */
export interface ImportSource {
  readonly name: string;
  /** In bytes; null where that shows at the end only. */
  readonly size: number | null;
  open(): AsyncIterable<Uint8Array>;
}

const reasons: Readonly<Record<string, (file: string) => string>> = {
  ENOENT: (file) => `There is no file ${file}`,
  ENOTDIR: (file) => `There is no file ${file}`,
  EACCES: (file) => `${file} can't be read: you have no right to`,
  EPERM: (file) => `${file} can't be read: you have no right to`,
  EISDIR: (file) => `${file} is a folder`,
};

/** The file of this name, or standard input for `-`. Throws, with a sentence for people, for one that can't be read. */
export async function importSource(file: string): Promise<ImportSource> {
  if (file === "-") return { name: "standard input", size: null, open: () => process.stdin };
  try {
    const found = await stat(file);
    if (found.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
    await access(file, constants.R_OK);
    // What is no plain file, such as a pipe, has no size.
    return { name: basename(file), size: found.isFile() ? found.size : null, open: () => createReadStream(file) };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw reasons[code] ? Object.assign(new Error(reasons[code](file)), { code }) : error;
  }
}
