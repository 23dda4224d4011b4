import path from "node:path";
import type { LogRecord, Position } from "@hoplog/platform/log/port.js";
import { open, type Database } from "lmdb";
import { z } from "zod";
import { type Build, startBuild } from "./build.ts";
import { decodeEntry, isReplacedBy, type LinkEntry } from "./linkEntry.ts";
import { entryOfValue } from "./linkValue.ts";
import { openVersionWriter } from "./version.ts";

export interface FeedState {
  /** Which log the position belongs to; null where that was not noted yet. */
  readonly log: string | null;
  /** Null before the replica was complete for the first time. */
  readonly position: Position | null;
  /** When the feed was last known to be complete, in milliseconds since the epoch. */
  readonly completeAt: number;
}

export interface Replica {
  /** Undefined for a code that the replica does not know. */
  find(code: string): LinkEntry | undefined;
  /** Writes states and the feed's position in one transaction. */
  apply(records: readonly LogRecord[], feed: FeedState): Promise<void>;
  /** Starts to take over a whole log at once, in place of what there is. Until it is finished, nothing changes. */
  build(): Build;
  feedState(): FeedState;
  setFeedState(feed: FeedState): Promise<void>;
  size(): number;
  /** Killed readers hold on to old pages until this. */
  forgetDeadReaders(): void;
  close(): Promise<void>;
}

const feedKey = "feed";
const position = z.custom<Position>((value) => typeof value === "string");
const feedSchema = z.object({
  log: z.string().nullable().default(null),
  position: position.nullable(),
  completeAt: z.number(),
});
const statsSchema = z.object({ entryCount: z.number() });
const never: FeedState = { log: null, position: null, completeAt: 0 };

/** Every code with its destination, in a local LMDB: found without a network, and there again after a restart. */
export function openReplica(folder: string): Replica {
  const root = open({ path: folder, maxDbs: 4, encoding: "binary", compression: false });
  const links: Database<Buffer, string> = root.openDB({ name: "links", encoding: "binary" });
  const meta: Database<unknown, string> = root.openDB({ name: "meta", encoding: "json" });
  const version = openVersionWriter(folder);
  const write = (feed: FeedState): void => meta.putSync(feedKey, { ...feed });

  /** Changes of links, of which readers are notified as soon as they can see them. */
  async function change<T>(work: () => T): Promise<T> {
    const result = await links.transaction(work);
    version.bump();
    return result;
  }

  return {
    find(code) {
      const bytes = links.getBinaryFast(code);
      return bytes && decodeEntry(bytes);
    },
    async apply(records, feed) {
      await change(() => {
        for (const { key, value } of records) {
          if (key === null) continue;
          if (value === null) links.removeSync(key);
          else applyState(links, key, value);
        }
        write(feed);
      });
    },
    build: () => startBuild(path.join(folder, "building"), links, { change, write }),
    feedState() {
      const stored = feedSchema.safeParse(meta.get(feedKey));
      return stored.success ? stored.data : never;
    },
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

function applyState(links: Database<Buffer, string>, code: string, value: Uint8Array): void {
  const entry = entryOfValue(value);
  const present = links.getBinaryFast(code);
  if (!present || isReplacedBy(present, entry)) links.putSync(code, entry);
}
