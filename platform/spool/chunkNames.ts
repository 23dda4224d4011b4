/**
 * File name endings of a chunk that is being written and of a complete one; they contain the version of the frame
 * format.
 */
const [openEnding, closedEnding] = [".open2", ".chunk2"];

/** Returns the name of a chunk that is being written. */
export function openName(id: string): string {
  return id + openEnding;
}

/** Returns the name of a complete chunk. */
export function closedName(id: string): string {
  return id + closedEnding;
}

/** A chunk file that a process, possibly a killed one, left behind. */
export interface ChunkFile {
  readonly id: string;
  readonly closed: boolean;
  /** The file name of the chunk once it is complete. */
  readonly closedName: string;
}

/** Parses a file name; null if it is not the name of a chunk. */
export function chunkOf(file: string): ChunkFile | null {
  const id = file.slice(0, 36);
  if (!/^[0-9a-f-]{36}$/.test(id)) return null;
  if (file !== openName(id) && file !== closedName(id)) return null;
  return { id, closed: file === closedName(id), closedName: closedName(id) };
}
