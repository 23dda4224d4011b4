import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** Below the spool, beside the slots: what could not be read of chunks. It is shipped on a command only. */
const folderName = "unreadable";
const ending = ".rest";

/** Returns the folder of a spool for what could not be read of chunks. */
export function unreadableFolder(spool: string): string {
  return path.join(spool, folderName);
}

/** Returns the file for what could not be read of a chunk. */
export function unreadableFile(spool: string, chunkId: string): string {
  return path.join(unreadableFolder(spool), chunkId + ending);
}

/** The bytes of a chunk from the first damage on. */
export interface UnreadableFile {
  readonly file: string;
  /** Of the chunk that it is from. */
  readonly chunkId: string;
}

/** Lists what could not be read of chunks, oldest first; empty where there is no such folder. */
export function unreadableFiles(spool: string): UnreadableFile[] {
  const folder = unreadableFolder(spool);
  return (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => /^[0-9a-f-]{36}\.rest$/.test(name))
    .toSorted()
    .map((name) => name.slice(0, -ending.length))
    .map((chunkId) => ({ file: unreadableFile(spool, chunkId), chunkId }));
}
