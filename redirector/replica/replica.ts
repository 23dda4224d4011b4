import type { LogRecord, Position } from "@hoplog/platform/log/port.js";
import { decodeLinkRecord } from "@hoplog/schema/topics/linkRecord.js";
import { open, type Database } from "lmdb";
import { z } from "zod";
import { decodeEntry, encodeEntry, type LinkEntry, sameLink } from "./linkEntry.ts";

export interface FeedState {
  /** Null before the first record. */
  readonly position: Position | null;
  /** When the feed was last known to be complete, in milliseconds since the epoch. */
  readonly completeAt: number;
}

export interface Replica {
  /** Undefined for a code that the replica does not know. */
  find(code: string): LinkEntry | undefined;
  /** Writes states and the feed's position in one transaction. */
  apply(records: readonly LogRecord[], feed: FeedState): Promise<void>;
  feedState(): FeedState;
  setFeedState(feed: FeedState): Promise<void>;
  /** Forgets everything, to be fed from the start. */
  clear(): Promise<void>;
  size(): number;
  close(): Promise<void>;
}

const feedKey = "feed";
const position = z.custom<Position>((value) => typeof value === "string");
const feedSchema = z.object({ position: position.nullable(), completeAt: z.number() });
const statsSchema = z.object({ entryCount: z.number() });
const never: FeedState = { position: null, completeAt: 0 };

/** Every code with its destination, in a local LMDB: found without a network, and there again after a restart. */
export function openReplica(path: string): Replica {
  const root = open({ path, maxDbs: 4, encoding: "binary", compression: false });
  const links: Database<Buffer, string> = root.openDB({ name: "links", encoding: "binary" });
  const meta: Database<unknown, string> = root.openDB({ name: "meta", encoding: "json" });

  const write = (feed: FeedState): void => {
    meta.putSync(feedKey, { position: feed.position, completeAt: feed.completeAt });
  };

  return {
    find(code) {
      const bytes = links.getBinaryFast(code);
      return bytes && decodeEntry(bytes);
    },
    async apply(records, feed) {
      await links.transaction(() => {
        for (const { key, value } of records) {
          if (key === null) continue;
          if (value === null) links.removeSync(key);
          else applyState(links, key, value);
        }
        write(feed);
      });
    },
    feedState() {
      const stored = feedSchema.safeParse(meta.get(feedKey));
      return stored.success ? stored.data : never;
    },
    async setFeedState(feed) {
      await links.transaction(() => write(feed));
    },
    async clear() {
      await links.transaction(() => {
        links.clearSync();
        write(never);
      });
    },
    size: () => statsSchema.parse(links.getStats()).entryCount,
    close: () => root.close(),
  };
}

/** Of one link, an older revision may arrive after a newer one when the relay changes hands: it is left out. */
function applyState(links: Database<Buffer, string>, code: string, value: Uint8Array): void {
  const record = decodeLinkRecord(value);
  const present = links.getBinary(code);
  if (present && sameLink(present, record.linkId) && decodeEntry(present).revision > record.revision) return;
  links.putSync(code, encodeEntry(record));
}
