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
  /** A whole entry, good until the next call; undefined where there is none. */
  read(key: string): Uint8Array | undefined;
  /** Undefined for a code that the replica does not know. */
  find(key: string): FoundEntry | undefined;
  /**
   * Writes states and the feed's position in one transaction. Gives the number of records that could not be read: their
   * codes are known from then on, but where they lead is not.
   */
  apply(records: readonly LogRecord[], feed: FeedState): Promise<number>;
  /** Starts to take over a whole log at once, in place of what there is. Until it is finished, nothing changes. */
  build(): Build;
  feedState(): FeedState;
  setFeedState(feed: FeedState): Promise<void>;
  size(): number;
  /** Killed readers hold on to old pages until this. */
  forgetDeadReaders(): void;
  close(): Promise<void>;
}

const statsSchema = z.object({ entryCount: z.number() });

/** Every code with its destination, in a local LMDB: found without a network, and there again after a restart. */
export function openReplica(folder: string): Replica {
  const root = open({ path: folder, maxDbs: 4, encoding: "binary", compression: false });
  const links: Database<Buffer, string> = root.openDB({ name: "links", encoding: "binary" });
  const meta: Database<unknown, string> = root.openDB({ name: "meta", encoding: "json" });
  const version = openVersionWriter(folder);
  const write = (feed: FeedState): void => writeFeedState(meta, feed);

  /** Changes of links, of which readers are notified as soon as they can see them. */
  async function change<T>(work: () => T): Promise<T> {
    const result = await links.transaction(work);
    version.bump();
    return result;
  }

  return {
    read(key) {
      // Cut, for LMDB's buffer is larger than its length says.
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

/** False for a state that can't be read. */
function applyState(links: Database<Buffer, string>, key: string, value: Uint8Array): boolean {
  const entry = entryOfValue(value);
  // Cut, for LMDB's buffer is larger than its length says.
  const found = links.getBinaryFast(key);
  const present = found?.subarray(0, found.length);
  if (!present || isReplacedBy(present, entry)) links.putSync(key, entry);
  return isReadable(entry, 0, entry.length);
}
