import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import type { LogRecord } from "@hoplog/platform/log/port.js";
import { hasCodeForm } from "@hoplog/schema/codes/rules.js";
import { decodeLinkRecordV1 } from "@hoplog/schema/topics/links/recordV1.js";
import { type Database, open } from "lmdb";
import { z } from "zod";
import { type FeedState, readFeedState, writeFeedState } from "./feedState.ts";
import { encodeFormerEntry, isFormerReplacedBy, presentEntryOf } from "./formerEntry.ts";
import { unreadableEntry } from "./linkEntry.ts";
import { openVersionWriter } from "./version.ts";

/**
 * A replica that a redirector of the release before has made from `links.v1`. It answers until the present one is
 * complete, is kept in step meanwhile, and stays readable for the redirector that made it.
 */
export interface FormerReplica {
  feedState(): FeedState;
  /** Writes states of `links.v1` and the feed's position in one transaction. */
  apply(records: readonly LogRecord[], feed: FeedState): Promise<void>;
  size(): number;
  close(): Promise<void>;
}

const dataFile = "data.mdb";
const files = [dataFile, "lock.mdb", "version", "usable", "building"];
const statsSchema = z.object({ entryCount: z.number() });

/** Null where there is none, or one that was never complete. */
export async function openFormerReplica(slotFolder: string): Promise<FormerReplica | null> {
  if (!existsSync(path.join(slotFolder, dataFile))) return null;
  const root = open({ path: slotFolder, maxDbs: 4, encoding: "binary", compression: false });
  const links: Database<Buffer, string> = root.openDB({ name: "links", encoding: "binary" });
  const meta: Database<unknown, string> = root.openDB({ name: "meta", encoding: "json" });
  if (readFeedState(meta).position === null) {
    await root.close();
    return null;
  }
  const version = openVersionWriter(slotFolder);
  return {
    feedState: () => readFeedState(meta),
    async apply(records, feed) {
      await links.transaction(() => {
        for (const { key, value } of records) {
          if (key === null || !hasCodeForm(key)) continue;
          if (value === null) links.removeSync(key);
          else applyState(links, key, value);
        }
        writeFeedState(meta, feed);
      });
      version.bump();
    },
    size: () => statsSchema.parse(links.getStats()).entryCount,
    async close() {
      await root.close();
      version.close();
    },
  };
}

function applyState(links: Database<Buffer, string>, code: string, value: Uint8Array): void {
  const entry = entryOf(value);
  const found = links.getBinaryFast(code);
  const present = found?.subarray(0, found.length);
  if (!present || isFormerReplacedBy(present, entry)) links.putSync(code, entry);
}

function entryOf(value: Uint8Array): Buffer {
  try {
    return encodeFormerEntry(decodeLinkRecordV1(value));
  } catch {
    return unreadableEntry;
  }
}

/** When nobody needs it any more. A redirector of the release before then makes one anew before it listens. */
export function removeFormerReplica(slotFolder: string): void {
  // The data last: until it is gone, the next start tries again.
  for (const file of files.toReversed()) rmSync(path.join(slotFolder, file), { recursive: true, force: true });
}

export interface FormerReader {
  /** The entry of a code, in the form of today. Undefined for a code that it does not know. */
  find(code: string): Buffer | undefined;
  refresh(): void;
  close(): Promise<void>;
}

/** Reads it in another process than the one that keeps it. Null where there is none that was ever complete. */
export function openFormerReader(slotFolder: string): FormerReader | null {
  if (!existsSync(path.join(slotFolder, dataFile))) return null;
  const root = open({ path: slotFolder, maxDbs: 4, encoding: "binary", compression: false, readOnly: true });
  const links: Database<Buffer, string> = root.openDB({ name: "links", encoding: "binary" });
  const meta: Database<unknown, string> = root.openDB({ name: "meta", encoding: "json" });
  if (readFeedState(meta).position === null) {
    void root.close();
    return null;
  }
  return {
    find(code) {
      const found = links.getBinaryFast(code);
      return found && presentEntryOf(Buffer.from(found.subarray(0, found.length)));
    },
    refresh: () => root.resetReadTxn(),
    close: () => root.close(),
  };
}
