import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/**
 * Folder in the spool, next to the slots, for the parts of chunks that could not be read. They are shipped only on an
 * operator's command.
 */
const folderName = "unreadable";
const ending = ".rest";

/** Returns the folder of a spool for the unreadable parts of chunks. */
export function unreadableFolder(spool: string): string {
  return path.join(spool, folderName);
}

/** Returns the file for the unreadable part of a chunk. */
export function unreadableFile(spool: string, chunkId: string): string {
  return path.join(unreadableFolder(spool), chunkId + ending);
}

/** The bytes of a chunk from the first damaged byte on. */
export interface UnreadableFile {
  readonly file: string;
  /** The chunk that contained the bytes. */
  readonly chunkId: string;
}

/** Lists the unreadable parts of chunks, oldest first; empty if the folder does not exist. */
export function unreadableFiles(spool: string): UnreadableFile[] {
  const folder = unreadableFolder(spool);
  return (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => /^[0-9a-f-]{36}\.rest$/.test(name))
    .toSorted()
    .map((name) => name.slice(0, -ending.length))
    .map((chunkId) => ({ file: unreadableFile(spool, chunkId), chunkId }));
}
