import { createByteTable, type Source, sourceOf } from "./byteTable.ts";
import { clickColumnCount, headerSize, layoutVersion, linkSize, magic, missColumnCount, offsetsOf } from "./layout.ts";

/** Where the parts of one recorded click stand in the bytes it is read from. Texts are UTF-8. */
export interface ClickOffsets {
  /** Milliseconds since the epoch. */
  at: number;
  flags: number;
  /** The link's id and the owner's, 16 bytes each, one behind the other. */
  idsStart: number;
  /** 16 bytes. */
  addressStart: number;
  userAgentStart: number;
  userAgentEnd: number;
  referrerStart: number;
  referrerEnd: number;
  queryStart: number;
  queryEnd: number;
}

/** The same of a visit that led nowhere; `reason` is its index among the reasons for one. */
export interface MissOffsets {
  at: number;
  reason: number;
  codeStart: number;
  codeEnd: number;
}

export interface BatchWriter {
  /** So far. */
  clicks(): number;
  misses(): number;
  /** When the first click came, in milliseconds since the epoch; 0 where there is none. */
  firstAt(): number;
  addClick(source: Source, offsets: ClickOffsets): void;
  addMiss(source: Source, offsets: MissOffsets): void;
  /**
   * The batch of all that was added, under an id of 16 bytes that was fixed when the clicks were recorded: the same
   * clicks in the same order under the same id give the same bytes. The writer is empty then. It is written
   * into what `allocate` gives: so many zeros, in memory that begins at a multiple of 4.
   */
  finish(id: Uint8Array, allocate?: (bytes: number) => Buffer): Buffer;
  /** Forgets what was added. */
  clear(): void;
}

const none = sourceOf(new Uint8Array(0));
const addressSize = 16;

/** Writes batches straight from recorded bytes. Its memory is kept from one batch to the next, so that there is no garbage. */
export function createBatchWriter(): BatchWriter {
  const texts = createByteTable();
  const links = createByteTable();
  let clicks = createClickRows(256);
  let clickCount = 0;
  let misses = createMissRows(16);
  let missCount = 0;

  function clear(): void {
    texts.clear();
    links.clear();
    // Text 0 is the empty one.
    texts.indexOf(none, 0, 0);
    clickCount = 0;
    missCount = 0;
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
    addClick(source, offsets) {
      if (clickCount === clicks.at.length) clicks = copyRows(clicks, createClickRows(clickCount * 2));
      const i = clickCount++;
      clicks.at[i] = offsets.at;
      clicks.flags[i] = offsets.flags;
      clicks.link[i] = links.indexOf(source, offsets.idsStart, offsets.idsStart + linkSize);
      clicks.userAgent[i] = texts.indexOf(source, offsets.userAgentStart, offsets.userAgentEnd);
      clicks.referrer[i] = texts.indexOf(source, offsets.referrerStart, offsets.referrerEnd);
      clicks.query[i] = texts.indexOf(source, offsets.queryStart, offsets.queryEnd);
      const from = offsets.addressStart;
      for (let at = 0; at < addressSize; at++) clicks.address[i * addressSize + at] = source.bytes[from + at] ?? 0;
    },
    addMiss(source, offsets) {
      if (missCount === misses.at.length) misses = copyRows(misses, createMissRows(missCount * 2));
      const i = missCount++;
      misses.at[i] = offsets.at;
      misses.reason[i] = offsets.reason;
      misses.code[i] = texts.indexOf(source, offsets.codeStart, offsets.codeEnd);
    },
    finish(id, allocate = (bytes) => Buffer.alloc(bytes)) {
      const counts = {
        links: links.count(),
        clicks: clickCount,
        misses: missCount,
        texts: texts.count(),
        textBytes: texts.totalLength(),
      };
      const at = offsetsOf(counts);
      const out = allocate(at.end);
      const base = baseTime();
      out.writeUInt32LE(magic, 0);
      out.writeUInt32LE(layoutVersion, 4);
      out.writeDoubleLE(base, 8);
      out.set(id, 16);
      out.writeUInt32LE(counts.links, 32);
      out.writeUInt32LE(counts.clicks, 36);
      out.writeUInt32LE(counts.misses, 40);
      out.writeUInt32LE(counts.texts, 44);
      out.writeUInt32LE(counts.textBytes, 48);
      links.copyTo(out, headerSize);
      const columns = new Uint32Array(out.buffer, out.byteOffset + at.clickColumns, clickCount * clickColumnCount);
      for (let i = 0; i < clickCount; i++) columns[i] = (clicks.at[i] ?? 0) - base;
      columns.set(clicks.link.subarray(0, clickCount), clickCount);
      columns.set(clicks.userAgent.subarray(0, clickCount), 2 * clickCount);
      columns.set(clicks.referrer.subarray(0, clickCount), 3 * clickCount);
      columns.set(clicks.query.subarray(0, clickCount), 4 * clickCount);
      out.set(clicks.address.subarray(0, clickCount * addressSize), at.addresses);
      out.set(clicks.flags.subarray(0, clickCount), at.flags);
      const missColumns = new Uint32Array(out.buffer, out.byteOffset + at.missColumns, missCount * missColumnCount);
      for (let i = 0; i < missCount; i++) missColumns[i] = (misses.at[i] ?? 0) - base;
      missColumns.set(misses.code.subarray(0, missCount), missCount);
      out.set(misses.reason.subarray(0, missCount), at.missReasons);
      const lengths = new Uint32Array(out.buffer, out.byteOffset + at.textLengths, counts.texts);
      for (let i = 0; i < counts.texts; i++) lengths[i] = texts.lengthAt(i);
      texts.copyTo(out, at.textBytes);
      clear();
      return out;
    },
    clear,
  };
}

function createClickRows(size: number) {
  return {
    at: new Float64Array(size),
    link: new Uint32Array(size),
    userAgent: new Uint32Array(size),
    referrer: new Uint32Array(size),
    query: new Uint32Array(size),
    address: new Uint8Array(size * addressSize),
    flags: new Uint8Array(size),
  };
}

function createMissRows(size: number) {
  return { at: new Float64Array(size), code: new Uint32Array(size), reason: new Uint8Array(size) };
}

function copyRows<T extends Record<string, Float64Array | Uint32Array | Uint8Array>>(from: T, to: T): T {
  for (const [name, column] of Object.entries(from)) to[name]?.set(column);
  return to;
}
