import { crc32 } from "node:zlib";
import { createByteTable, type Source, sourceOf } from "./byteTable.ts";
import { createRequestCounter } from "./requests.ts";
import {
  addressSize,
  baseAt,
  checkedFrom,
  checksumAt,
  clickColumns,
  countNames,
  countsAt,
  headerSize,
  idAt,
  idPrefixSize,
  linkSize,
  magic,
  missColumns,
  offsetsOf,
  requestColumns,
  runSize,
} from "./layout.ts";

/** Offsets of the parts of one recorded visit in its source bytes. Texts are UTF-8. */
interface VisitOffsets {
  /** Time of the visit, in milliseconds since the epoch. */
  at: number;
  flags: number;
  /**
   * Offset of the link, {@link linkSize} bytes: its id, its owner's id, domain, revision, rule and arm. Negative for a
   * miss without a known link or domain; if only the domain is known, the rest is zeros.
   */
  linkStart: number;
  /** Offset of the address, 16 bytes. */
  addressStart: number;
  userAgentStart: number;
  userAgentEnd: number;
  referrerStart: number;
  referrerEnd: number;
  languagesStart: number;
  languagesEnd: number;
}

export interface ClickOffsets extends VisitOffsets {
  queryStart: number;
  queryEnd: number;
}

/** `reason` is an index into the list of miss reasons. */
export interface MissOffsets extends VisitOffsets {
  reason: number;
  hostStart: number;
  hostEnd: number;
  pathStart: number;
  pathEnd: number;
  codeStart: number;
  codeEnd: number;
}

export interface BatchWriter {
  /** Returns the number of clicks added so far. */
  clicks(): number;
  misses(): number;
  /** Returns the time of the first click, in milliseconds since the epoch; 0 if there is none. */
  firstAt(): number;
  /**
   * Sets the ids of the following clicks: a prefix of 12 bytes and the number of the first. Must be called before the
   * first click.
   */
  idsFrom(source: Source, prefixStart: number, first: number): void;
  /** Adds a click. `link` is the source of the link's bytes, if it differs from `source`. */
  addClick(source: Source, offsets: ClickOffsets, link?: Source): void;
  /** Adds a miss. `address` is the source of the address, if it differs from `source`. */
  addMiss(source: Source, offsets: MissOffsets, address?: Source): void;
  /**
   * Counts requests that were answered but not recorded, at `at` (milliseconds since the epoch), for a link of {@link
   * linkSize} bytes, or for none if `linkStart` is negative.
   */
  addDropped(source: Source, linkStart: number, at: number, count: number): void;
  /** Returns whether nothing was added, not even dropped requests. */
  isEmpty(): boolean;
  /** Removes all clicks and misses after the first `clicks` and `misses`; dropped requests stay. */
  truncate(clicks: number, misses: number): void;
  /**
   * Returns the batch of everything that was added, and empties the writer. `id` has 16 bytes and was fixed when the
   * clicks were recorded: the same clicks in the same order under the same id give the same bytes. The batch is written
   * into the buffer that `allocate` returns, which must have that size, contain only zeros and start at a multiple of 4
   * in memory.
   */
  finish(id: Uint8Array, allocate?: (bytes: number) => Buffer): Buffer;
  /** Removes everything that was added to the batch. */
  clear(): void;
}

const none = sourceOf(new Uint8Array(0));

/** The ids of consecutive clicks, starting at a row. */
interface IdRun {
  readonly row: number;
  readonly first: number;
  readonly prefix: Uint8Array;
}

/**
 * Creates a writer that builds batches directly from recorded bytes. It reuses its memory for the next batch to avoid
 * garbage collection.
 */
export function createBatchWriter(): BatchWriter {
  const texts = createByteTable();
  const links = createByteTable();
  let clicks = createClickRows(256);
  let clickCount = 0;
  let misses = createMissRows(16);
  let missCount = 0;
  let droppedCount = 0;
  let runs: IdRun[] = [];
  const requests = createRequestCounter();

  function clear(): void {
    texts.clear();
    links.clear();
    // Text 0 is the empty text.
    texts.indexOf(none, 0, 0);
    clickCount = 0;
    missCount = 0;
    droppedCount = 0;
    runs = [];
    requests.clear();
  }
  clear();

  function baseTime(): number {
    let base = Infinity;
    for (let i = 0; i < clickCount; i++) base = Math.min(base, clicks.at[i] ?? 0);
    for (let i = 0; i < missCount; i++) base = Math.min(base, misses.at[i] ?? 0);
    return base === Infinity ? 0 : base;
  }

  return {
    clicks: () => clickCount,
    misses: () => missCount,
    firstAt: () => (clickCount === 0 ? 0 : (clicks.at[0] ?? 0)),
    idsFrom(source, prefixStart, first) {
      const last = runs.at(-1);
      const isSame =
        last !== undefined &&
        last.first + clickCount - last.row === first &&
        startsWith(source.bytes, prefixStart, last.prefix);
      if (isSame) return;
      if (last?.row === clickCount) runs.pop();
      // The id is copied, because the slice of a Buffer shares its memory.
      const prefix = Uint8Array.from(source.bytes.subarray(prefixStart, prefixStart + idPrefixSize));
      runs.push({ row: clickCount, first, prefix });
    },
    addClick(source, offsets, link = source) {
      if (clickCount === clicks.at.length) clicks = copyRows(clicks, createClickRows(clickCount * 2));
      const i = clickCount++;
      clicks.at[i] = offsets.at;
      clicks.flags[i] = offsets.flags;
      clicks.link[i] = links.indexOf(link, offsets.linkStart, offsets.linkStart + linkSize);
      clicks.userAgent[i] = texts.indexOf(source, offsets.userAgentStart, offsets.userAgentEnd);
      clicks.referrer[i] = texts.indexOf(source, offsets.referrerStart, offsets.referrerEnd);
      clicks.query[i] = texts.indexOf(source, offsets.queryStart, offsets.queryEnd);
      clicks.languages[i] = texts.indexOf(source, offsets.languagesStart, offsets.languagesEnd);
      copyAddress(source, offsets.addressStart, clicks.address, i);
      requests.add("clicks", (clicks.link[i] ?? 0) + 1, offsets.at, 1);
    },
    addMiss(source, offsets, address = source) {
      if (missCount === misses.at.length) misses = copyRows(misses, createMissRows(missCount * 2));
      const i = missCount++;
      misses.at[i] = offsets.at;
      misses.flags[i] = offsets.flags;
      misses.reason[i] = offsets.reason;
      misses.link[i] =
        offsets.linkStart < 0 ? 0 : links.indexOf(source, offsets.linkStart, offsets.linkStart + linkSize) + 1;
      misses.userAgent[i] = texts.indexOf(source, offsets.userAgentStart, offsets.userAgentEnd);
      misses.referrer[i] = texts.indexOf(source, offsets.referrerStart, offsets.referrerEnd);
      misses.languages[i] = texts.indexOf(source, offsets.languagesStart, offsets.languagesEnd);
      misses.host[i] = texts.indexOf(source, offsets.hostStart, offsets.hostEnd);
      misses.path[i] = texts.indexOf(source, offsets.pathStart, offsets.pathEnd);
      misses.code[i] = texts.indexOf(source, offsets.codeStart, offsets.codeEnd);
      copyAddress(address, offsets.addressStart, misses.address, i);
      requests.add("misses", misses.link[i] ?? 0, offsets.at, 1);
    },
    addDropped(source, linkStart, at, count) {
      const link = linkStart < 0 ? 0 : links.indexOf(source, linkStart, linkStart + linkSize) + 1;
      requests.add("dropped", link, at, count);
      droppedCount += count;
    },
    isEmpty: () => clickCount + missCount + droppedCount === 0,
    truncate(keptClicks, keptMisses) {
      for (let i = keptClicks; i < clickCount; i++)
        requests.add("clicks", (clicks.link[i] ?? 0) + 1, clicks.at[i] ?? 0, -1);
      for (let i = keptMisses; i < missCount; i++) requests.add("misses", misses.link[i] ?? 0, misses.at[i] ?? 0, -1);
      clickCount = Math.min(clickCount, keptClicks);
      missCount = Math.min(missCount, keptMisses);
      runs = runs.filter(({ row }) => row < clickCount);
    },
    finish(id, allocate = (bytes) => Buffer.alloc(bytes)) {
      if (runs.at(-1)?.row === clickCount) runs.pop();
      const counted = requests.counted();
      const counts = {
        links: links.count(),
        clicks: clickCount,
        misses: missCount,
        texts: texts.count(),
        textBytes: texts.totalLength(),
        runs: runs.length,
        requests: counted.size,
      };
      const at = offsetsOf(counts);
      const out = allocate(at.end);
      const base = baseTime();
      out.writeUInt32LE(magic, 0);
      out.writeDoubleLE(base, baseAt);
      out.set(id, idAt);
      for (const [i, name] of countNames.entries()) out.writeUInt32LE(counts[name], countsAt + i * 4);
      links.copyTo(out, headerSize);
      for (const [i, run] of runs.entries()) {
        const start = at.runs + i * runSize;
        out.writeUInt32LE(run.row, start);
        out.writeUInt32LE(run.first, start + 4);
        out.set(run.prefix, start + 8);
      }
      const column = (start: number, index: number, rows: number) =>
        new Uint32Array(out.buffer, out.byteOffset + start + index * rows * 4, rows);
      for (const [index, name] of clickColumns.entries()) {
        const rows = column(at.clickColumns, index, clickCount);
        if (name === "at") for (let i = 0; i < clickCount; i++) rows[i] = (clicks.at[i] ?? 0) - base;
        else rows.set(clicks[name].subarray(0, clickCount));
      }
      out.set(clicks.address.subarray(0, clickCount * addressSize), at.addresses);
      out.set(clicks.flags.subarray(0, clickCount), at.flags);
      for (const [index, name] of missColumns.entries()) {
        const rows = column(at.missColumns, index, missCount);
        if (name === "at") for (let i = 0; i < missCount; i++) rows[i] = (misses.at[i] ?? 0) - base;
        else rows.set(misses[name].subarray(0, missCount));
      }
      out.set(misses.address.subarray(0, missCount * addressSize), at.missAddresses);
      out.set(misses.flags.subarray(0, missCount), at.missFlags);
      out.set(misses.reason.subarray(0, missCount), at.missReasons);
      for (const [index, name] of requestColumns.entries())
        column(at.requests, index, counts.requests).set(counted[name]);
      const lengths = column(at.textLengths, 0, counts.texts);
      for (let i = 0; i < counts.texts; i++) lengths[i] = texts.lengthAt(i);
      texts.copyTo(out, at.textBytes);
      out.writeUInt32LE(crc32(out.subarray(checkedFrom)), checksumAt);
      clear();
      return out;
    },
    clear,
  };
}

function createVisitRows(size: number) {
  return {
    at: new Float64Array(size),
    link: new Uint32Array(size),
    userAgent: new Uint32Array(size),
    referrer: new Uint32Array(size),
    languages: new Uint32Array(size),
    address: new Uint8Array(size * addressSize),
    flags: new Uint8Array(size),
  };
}

function createClickRows(size: number) {
  return { ...createVisitRows(size), query: new Uint32Array(size) };
}

function createMissRows(size: number) {
  return {
    ...createVisitRows(size),
    host: new Uint32Array(size),
    path: new Uint32Array(size),
    code: new Uint32Array(size),
    reason: new Uint8Array(size),
  };
}

function copyRows<T extends Record<string, Float64Array | Uint32Array | Uint8Array>>(from: T, to: T): T {
  for (const [name, column] of Object.entries(from)) to[name]?.set(column);
  return to;
}

function copyAddress(source: Source, from: number, to: Uint8Array, row: number): void {
  for (let at = 0; at < addressSize; at++) to[row * addressSize + at] = source.bytes[from + at] ?? 0;
}

function startsWith(bytes: Uint8Array, from: number, expected: Uint8Array): boolean {
  for (let i = 0; i < expected.length; i++) if (bytes[from + i] !== expected[i]) return false;
  return true;
}
