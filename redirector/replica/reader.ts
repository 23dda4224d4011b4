import { type Database, open } from "lmdb";
import { decodeEntry, type LinkEntry } from "./linkEntry.ts";

export interface ReplicaReader {
  /**
   * The entry of a code (see linkEntry.ts), or undefined. The bytes are good until the next call, and `size` of them
   * belong to the entry.
   */
  find(code: string): Buffer | undefined;
  /** Of the entry found last. */
  size(): number;
  /** The same, read and kept. */
  entry(code: string): LinkEntry | undefined;
  /** What is found from now on is not older than this moment. Without it, all reads of one turn see the same. */
  refresh(): void;
  close(): Promise<void>;
}

/** Reads a replica that another process writes; it must have been opened there before. */
export function openReplicaReader(path: string): ReplicaReader {
  const root = open({ path, maxDbs: 4, encoding: "binary", compression: false, readOnly: true });
  const links: Database<Buffer, string> = root.openDB({ name: "links", encoding: "binary" });
  let size = 0;
  function find(code: string): Buffer | undefined {
    const bytes = links.getBinaryFast(code);
    // The buffer is LMDB's own, and has been given the entry's length.
    if (bytes) size = bytes.length;
    return bytes;
  }

  return {
    find,
    entry(code) {
      const bytes = find(code);
      return bytes && decodeEntry(bytes);
    },
    size: () => size,
    refresh: () => root.resetReadTxn(),
    close: () => root.close(),
  };
}
