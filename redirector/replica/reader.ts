import { type Database, open } from "lmdb";
import { replicaFolder } from "./folders.ts";
import { decodeEntry, type FoundEntry } from "./linkEntry.ts";
import { openVersionReader } from "./version.ts";

export interface ReplicaReader {
  /**
   * Returns the entry of a key (see linkEntry.ts), not validated; undefined if there is none. The buffer is valid until
   * the next call; only its first `size` bytes belong to the entry.
   */
  find(key: string): Buffer | undefined;
  /** Returns an entry with its exact length, valid until the next call; undefined if there is none. */
  read(key: string): Uint8Array | undefined;
  /** Returns copies of all entries whose keys begin with `prefix`, which must end with a slash. */
  entriesUnder(prefix: string): { readonly key: string; readonly value: Buffer }[];
  /** Returns the length of the entry found last. */
  size(): number;
  /** Returns a decoded copy of an entry; undefined if there is none. */
  entry(key: string): FoundEntry | undefined;
  /** Makes later reads see the current state. Otherwise all reads of one turn see the same state. */
  refresh(): void;
  close(): Promise<void>;
}

/** Opens a slot's replica, written by another process, for reading; that process must have opened it first. */
export function openReplicaReader(slotFolder: string): ReplicaReader {
  const folder = replicaFolder(slotFolder);
  const root = open({ path: folder, maxDbs: 4, encoding: "binary", compression: false, readOnly: true });
  const links: Database<Buffer, string> = root.openDB({ name: "links", encoding: "binary" });
  let size = 0;

  function find(key: string): Buffer | undefined {
    const bytes = links.getBinaryFast(key);
    // LMDB has set the length of its own buffer to that of the entry.
    if (bytes) size = bytes.length;
    return bytes;
  }

  return {
    find,
    read(key) {
      const bytes = find(key);
      return bytes?.subarray(0, bytes.length);
    },
    entriesUnder(prefix) {
      // The range ends at "0", the character after the slash.
      const range = links.getRange({ start: prefix, end: `${prefix.slice(0, -1)}0` });
      return Array.from(range, ({ key, value }) => ({ key, value: Buffer.from(value) }));
    },
    entry(key) {
      const bytes = find(key);
      return bytes && decodeEntry(bytes);
    },
    size: () => size,
    refresh: () => root.resetReadTxn(),
    close: () => root.close(),
  };
}

/**
 * Returns a function that reads the number of changes of the replica; null if there is no counter or the runtime can't
 * do that without reading files.
 */
export function openChangeCount(slotFolder: string): (() => number) | null {
  return openVersionReader(replicaFolder(slotFolder));
}
