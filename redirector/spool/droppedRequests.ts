import { linkSize } from "@hoplog/schema/topics/clickBatch/batchWriter.js";
import { type Source, sourceOf } from "@hoplog/schema/topics/clickBatch/byteTable.js";
import { quarterMs } from "@hoplog/schema/topics/clickBatch/requests.js";
import { addRecords, type RecordSink } from "./readRecords.ts";
import { droppedSize, writeDropped } from "./record.ts";

/** Requests that were answered and not recorded: counted by link and quarter of an hour until the disk takes their number. */
export interface DroppedRequests {
  /** Counts the records of a frame, whose payload stands between these offsets. */
  add(frame: Buffer, start: number, end: number): void;
  isEmpty(): boolean;
  /** Writes what is counted as records from `offset` on, as far as `end`, and forgets it. Gives the offset behind the last one. */
  moveTo(out: Buffer, offset: number, end: number): number;
}

/** More links are counted together, as of none. */
const maxLinks = 10_000;

const noLink = new Uint8Array(linkSize);

interface Counted {
  readonly link: Uint8Array;
  readonly at: number;
  count: number;
}

export function createDroppedRequests(): DroppedRequests {
  const counted = new Map<string, Counted>();

  function count(link: Uint8Array, at: number, added: number): void {
    const quarter = Math.floor(at / quarterMs) * quarterMs;
    const key = `${quarter} ${Buffer.from(link).toString("latin1")}`;
    const known = counted.get(key);
    if (known) known.count += added;
    else if (counted.size < maxLinks || link === noLink) counted.set(key, { link, at: quarter, count: added });
    else count(noLink, at, added);
  }

  function ofLink({ bytes }: Source, start: number): Uint8Array {
    return start < 0 ? noLink : Uint8Array.from(bytes.subarray(start, start + linkSize));
  }

  const sink: RecordSink = {
    clicks: () => 0,
    misses: () => 0,
    idsFrom: () => {},
    truncate: () => {},
    addClick: (source, { linkStart, at }) => count(ofLink(source, linkStart), at, 1),
    addMiss: (source, { linkStart, at }) => count(ofLink(source, linkStart), at, 1),
    addDropped: (source, linkStart, at, dropped) => count(ofLink(source, linkStart), at, dropped),
  };

  return {
    add(frame, start, end) {
      addRecords(sink, sourceOf(frame), start, end);
    },
    isEmpty: () => counted.size === 0,
    moveTo(out, offset, end) {
      let at = offset;
      for (const [key, one] of counted) {
        if (at + droppedSize > end) break;
        at = writeDropped(out, at, one.at, one.link, one.count);
        counted.delete(key);
      }
      return at;
    },
  };
}
