import path from "node:path";
import type { LogRecord } from "@hoplog/platform/log/port.js";
import { isReadable } from "@hoplog/schema/topics/links/record.js";
import { open, type Database } from "lmdb";
import { z } from "zod";
import { type Build, startBuild } from "./build.ts";
import { type FeedState, readFeedState, writeFeedState } from "./feedState.ts";
import { decodeEntry, entryOfValue, type FoundEntry, isKept, isOther, isReplacedBy } from "./linkEntry.ts";
import { openVersionWriter } from "./version.ts";

export interface Replica {
  /** Returns an entry with its exact length, valid until the next call; undefined if there is none. */
  read(key: string): Uint8Array | undefined;
  /** Finds a code; undefined if the replica does not know it. */
  find(key: string): FoundEntry | undefined;
  /**
   * Writes records and the feed's position in one transaction. Returns the number of unreadable records: their codes
   * are then known, but not their destinations.
   */
  apply(records: readonly LogRecord[], feed: FeedState): Promise<number>;
  /** Starts to replace the contents with a whole log. Nothing changes until the build is finished. */
  build(): Build;
  feedState(): FeedState;
  setFeedState(feed: FeedState): Promise<void>;
  size(): number;
  /** Releases old pages that killed readers still lock. */
  forgetDeadReaders(): void;
  close(): Promise<void>;
}

const statsSchema = z.object({ entryCount: z.number() });

/** Opens a local LMDB with every code and its destination: lookups need no network and work right after a restart. */
export function openReplica(folder: string): Replica {
  const root = open({ path: folder, maxDbs: 4, encoding: "binary", compression: false });
  const links: Database<Buffer, string> = root.openDB({ name: "links", encoding: "binary" });
  const meta: Database<unknown, string> = root.openDB({ name: "meta", encoding: "json" });
  const version = openVersionWriter(folder);
  const write = (feed: FeedState): void => writeFeedState(meta, feed);

  /** Changes links in a transaction and then notifies readers. */
  async function change<T>(work: () => T): Promise<T> {
    const result = await links.transaction(work);
    version.bump();
    return result;
  }

  return {
    read(key) {
      // The buffer is cut to the entry's length, because LMDB's own buffer is larger.
      const bytes = links.getBinaryFast(key);
      return bytes?.subarray(0, bytes.length);
    },
    find(key) {
      const bytes = links.getBinaryFast(key);
      return bytes && decodeEntry(bytes);
    },
    apply: (records, feed) =>
      change(() => {
        let unreadable = 0;
        for (const { key, value } of records) {
          if (key === null || !isKept(key)) continue;
          if (value === null) links.removeSync(key);
          else if (isOther(key)) links.putSync(key, entryOfValue(value));
          else if (!applyState(links, key, value)) unreadable++;
        }
        write(feed);
        return unreadable;
      }),
    build: () => startBuild(path.join(folder, "building"), links, { change, write }),
    feedState: () => readFeedState(meta),
    async setFeedState(feed) {
      await links.transaction(() => write(feed));
    },
    size: () => statsSchema.parse(links.getStats()).entryCount,
    forgetDeadReaders: () => void root.readerCheck(),
    async close() {
      await root.close();
      version.close();
    },
  };
}

/** Stores a link's record; returns false if it is unreadable. */
function applyState(links: Database<Buffer, string>, key: string, value: Uint8Array): boolean {
  const entry = entryOfValue(value);
  // The buffer is cut to the entry's length, because LMDB's own buffer is larger.
  const found = links.getBinaryFast(key);
  const present = found?.subarray(0, found.length);
  if (!present || isReplacedBy(present, entry)) links.putSync(key, entry);
  return isReadable(entry, 0, entry.length);
}
