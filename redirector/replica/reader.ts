import { type Database, open } from "lmdb";
import { replicaFolder } from "./folders.ts";
import { decodeEntry, type FoundEntry } from "./linkEntry.ts";
import { openVersionReader } from "./version.ts";

export interface ReplicaReader {
  /**
   * The entry under a key (see linkEntry.ts), or undefined; not checked yet. The bytes are good until the next call, and
   * `size` of them belong to the entry.
   */
  find(key: string): Buffer | undefined;
  /** A whole entry with the length that it has, good until the next call; undefined where there is none. */
  read(key: string): Uint8Array | undefined;
  /** Copies of all entries whose keys begin with `prefix`, which ends with a slash. */
  entriesUnder(prefix: string): { readonly key: string; readonly value: Buffer }[];
  /** Of the entry found last. */
  size(): number;
  /** The same, read and kept. */
  entry(key: string): FoundEntry | undefined;
  /** What is found from now on is not older than this moment. Without it, all reads of one turn see the same. */
  refresh(): void;
  close(): Promise<void>;
}

/** Reads the replica of a slot that another process writes; it must have been opened there before. */
export function openReplicaReader(slotFolder: string): ReplicaReader {
  const folder = replicaFolder(slotFolder);
  const root = open({ path: folder, maxDbs: 4, encoding: "binary", compression: false, readOnly: true });
  const links: Database<Buffer, string> = root.openDB({ name: "links", encoding: "binary" });
  let size = 0;

  function find(key: string): Buffer | undefined {
    const bytes = links.getBinaryFast(key);
    // LMDB's own buffer has been given the entry's length.
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
      // The character behind the slash ends the range.
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

/** Counts the changes of the replica; null where the runtime can't know without looking into files. */
export function openChangeCount(slotFolder: string): (() => number) | null {
  return openVersionReader(replicaFolder(slotFolder));
}
