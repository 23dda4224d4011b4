/** Endings of a chunk that is being written, and of one that is complete: with the version of its frames. */
const [openEnding, closedEnding] = [".open2", ".chunk2"];

/** Returns the name of a chunk that is being written. */
export function openName(id: string): string {
  return id + openEnding;
}

/** Returns the name of a complete chunk. */
export function closedName(id: string): string {
  return id + closedEnding;
}

/** A chunk that some process, perhaps one that was killed, has left. */
export interface ChunkFile {
  readonly id: string;
  readonly closed: boolean;
  /** Its name when it is complete. */
  readonly closedName: string;
}

/** Reads the name of a file; null for any other than a chunk's. */
export function chunkOf(file: string): ChunkFile | null {
  const id = file.slice(0, 36);
  if (!/^[0-9a-f-]{36}$/.test(id)) return null;
  if (file !== openName(id) && file !== closedName(id)) return null;
  return { id, closed: file === closedName(id), closedName: closedName(id) };
}
