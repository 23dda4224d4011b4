import { type Database, open } from "lmdb";
import { readFeedState } from "./feedState.ts";
import { replicaFolder } from "./folders.ts";
import { type FormerReader, openFormerReader } from "./formerReplica.ts";
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
  /** Of the entry found last. */
  size(): number;
  /** The same, read and kept. */
  entry(key: string): FoundEntry | undefined;
  /** What is found from now on is not older than this moment. Without it, all reads of one turn see the same. */
  refresh(): void;
  close(): Promise<void>;
}

/**
 * Reads the replica of a slot that another process writes; it must have been opened there before. Until it is complete,
 * the one of the release before answers, where there is one.
 */
export function openReplicaReader(slotFolder: string): ReplicaReader {
  const folder = replicaFolder(slotFolder);
  const root = open({ path: folder, maxDbs: 4, encoding: "binary", compression: false, readOnly: true });
  const links: Database<Buffer, string> = root.openDB({ name: "links", encoding: "binary" });
  const meta: Database<unknown, string> = root.openDB({ name: "meta", encoding: "json" });
  const isComplete = (): boolean => readFeedState(meta).position !== null;
  let former: FormerReader | null = isComplete() ? null : openFormerReader(slotFolder);
  let size = 0;

  function find(key: string): Buffer | undefined {
    if (former && isComplete()) {
      void former.close();
      former = null;
    }
    const bytes = former ? former.find(key) : links.getBinaryFast(key);
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
    entry(key) {
      const bytes = find(key);
      return bytes && decodeEntry(bytes);
    },
    size: () => size,
    refresh() {
      root.resetReadTxn();
      former?.refresh();
    },
    async close() {
      await former?.close();
      await root.close();
    },
  };
}

/** Counts the changes of both replicas; null where the runtime can't know without looking into files. */
export function openChangeCount(slotFolder: string): (() => number) | null {
  const count = openVersionReader(replicaFolder(slotFolder));
  const former = openVersionReader(slotFolder);
  return count && former ? () => (count() + former()) >>> 0 : count;
}
