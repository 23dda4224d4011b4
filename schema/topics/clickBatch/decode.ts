import { crc32 } from "node:zlib";
import { type MissReason, missReasons } from "./click.ts";
import type { Requests } from "./requests.ts";
import {
  baseAt,
  checkedFrom,
  checksumAt,
  clickColumns,
  countsAt,
  type Counts,
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

/** The visits of a batch as columns. Indices refer to `texts`. */
export interface Visits {
  readonly size: number;
  /** Offset from the batch's base time, in milliseconds. */
  readonly at: Uint32Array;
  readonly userAgent: Uint32Array;
  readonly referrer: Uint32Array;
  /** The Accept-Language header as sent, perhaps truncated. */
  readonly languages: Uint32Array;
  /** The addresses of the visits, with 16 bytes each. */
  readonly addresses: Uint8Array;
  readonly flags: Uint8Array;
}

/** A link as of the visit. Ids are 16 bytes each. */
export interface BatchLink {
  readonly linkId: Uint8Array;
  readonly ownerId: Uint8Array;
  readonly domain: number;
  /** Revision of the link at the visit; 0 if unknown. */
  readonly revision: number;
  readonly rule: number;
  readonly arm: number;
}

export interface Misses extends Visits {
  /**
   * An index into `links` plus one; 0 if no link and no domain is known. A link with zeros as ids means that only the
   * domain is known.
   */
  readonly link: Uint32Array;
  readonly host: Uint32Array;
  readonly path: Uint32Array;
  readonly code: Uint32Array;
  readonly reasons: readonly MissReason[];
}

/** One batch as columns; row `i` of every column belongs to click `i`. Indices refer to `links` and `texts`. */
export interface ClickBatch extends Visits {
  readonly id: Uint8Array;
  /** Base time of the batch, in milliseconds since the epoch. */
  readonly base: number;
  readonly links: readonly BatchLink[];
  readonly texts: readonly string[];
  readonly link: Uint32Array;
  readonly query: Uint32Array;
  /** The ids of the clicks, with 16 bytes each, which were fixed before the clicks were answered. */
  readonly ids: Uint8Array;
  readonly misses: Misses;
  /** Numbers of requests that the redirector counted. */
  readonly requests: Requests;
}

/** Decodes a batch. Throws a RangeError if the bytes are not a batch, are damaged, or contain indices out of range. */
export function decodeClickBatch(bytes: Uint8Array): ClickBatch {
  const data = alignedCopy(bytes);
  requireBatch(data);
  const counts = countsIn(data);
  const at = offsetsOf(counts);
  if (at.end !== data.length) throw new RangeError(`click batch has ${data.length} bytes instead of ${at.end}`);

  const columnsOf =
    <N extends string>(names: readonly N[], start: number, rows: number) =>
    (name: N): Uint32Array =>
      new Uint32Array(data.buffer, data.byteOffset + start + names.indexOf(name) * rows * 4, rows);
  const click = columnsOf(clickColumns, at.clickColumns, counts.clicks);
  const miss = columnsOf(missColumns, at.missColumns, counts.misses);
  const request = columnsOf(requestColumns, at.requests, counts.requests);
  const id = data.subarray(idAt, idAt + 16);
  const rows = {
    id,
    size: counts.clicks,
    base: data.readDoubleLE(baseAt),
    links: readLinks(data, counts.links),
    texts: readTexts(data, at.textLengths, at.textBytes, counts.texts),
    at: click("at"),
    link: click("link"),
    userAgent: click("userAgent"),
    referrer: click("referrer"),
    query: click("query"),
    languages: click("languages"),
    addresses: data.subarray(at.addresses, at.flags),
    flags: data.subarray(at.flags, at.flags + counts.clicks),
    ids: readIds(data, counts, at.runs),
    misses: {
      size: counts.misses,
      at: miss("at"),
      link: miss("link"),
      userAgent: miss("userAgent"),
      referrer: miss("referrer"),
      languages: miss("languages"),
      host: miss("host"),
      path: miss("path"),
      code: miss("code"),
      addresses: data.subarray(at.missAddresses, at.missFlags),
      flags: data.subarray(at.missFlags, at.missFlags + counts.misses),
      reasons: Array.from(data.subarray(at.missReasons, at.missReasons + counts.misses), reasonOf),
    },
  };
  requireBelow(rows.link, counts.links, "link");
  requireBelow(rows.misses.link, counts.links + 1, "link of a miss");
  for (const name of ["userAgent", "referrer", "query", "languages"] as const)
    requireBelow(rows[name], counts.texts, name);
  for (const name of ["userAgent", "referrer", "languages", "host", "path", "code"] as const)
    requireBelow(rows.misses[name], counts.texts, `${name} of a miss`);
  const requests = {
    size: counts.requests,
    link: request("link"),
    quarter: request("quarter"),
    clicks: request("clicks"),
    misses: request("misses"),
    dropped: request("dropped"),
  };
  requireBelow(requests.link, counts.links + 1, "link of requests");
  return { ...rows, requests };
}

/**
 * Returns how many clicks a batch of `size` bytes has, reading only its first {@link headerSize} bytes; null if these
 * bytes are not a header of this version, or belong to a batch of another size.
 */
export function clicksByHeader(header: Uint8Array, size: number): number | null {
  const data = Buffer.from(header.buffer, header.byteOffset, header.byteLength);
  if (data.length < headerSize || data.readUInt32LE(0) !== magic) return null;
  const counts = countsIn(data);
  return offsetsOf(counts).end === size ? counts.clicks : null;
}

function countsIn(data: Buffer): Counts {
  return {
    links: data.readUInt32LE(countsAt),
    clicks: data.readUInt32LE(countsAt + 4),
    misses: data.readUInt32LE(countsAt + 8),
    texts: data.readUInt32LE(countsAt + 12),
    textBytes: data.readUInt32LE(countsAt + 16),
    runs: data.readUInt32LE(countsAt + 20),
    requests: data.readUInt32LE(countsAt + 24),
  };
}

/** Throws a RangeError if the version is unknown or the checksum is wrong. */
function requireBatch(data: Buffer): void {
  if (data.length < headerSize) throw new RangeError("the record is not a click batch");
  const start = data.readUInt32LE(0);
  if (start >>> 8 !== magic >>> 8) throw new RangeError("the record is not a click batch");
  if (start !== magic) throw new RangeError(`click batch has the unknown version ${start & 0xff}`);
  if (crc32(data.subarray(checkedFrom)) !== data.readUInt32LE(checksumAt))
    throw new RangeError("click batch has a wrong checksum");
}

function readLinks(data: Buffer, count: number): BatchLink[] {
  return Array.from({ length: count }, (_, i) => {
    const start = headerSize + i * linkSize;
    const number = (index: number) => data.readUInt32LE(start + 32 + index * 4);
    return {
      linkId: data.subarray(start, start + 16),
      ownerId: data.subarray(start + 16, start + 32),
      domain: number(0),
      revision: number(1),
      rule: number(2),
      arm: number(3),
    };
  });
}

function readIds(data: Buffer, counts: Counts, runsAt: number): Uint8Array {
  const runs = Array.from({ length: counts.runs }, (_, i) => {
    const start = runsAt + i * runSize;
    return {
      row: data.readUInt32LE(start),
      first: data.readUInt32LE(start + 4),
      prefix: data.subarray(start + 8, start + 8 + idPrefixSize),
    };
  });
  if (counts.clicks > 0 && runs[0]?.row !== 0) throw new RangeError("click batch has clicks without IDs");
  const ids = Buffer.alloc(counts.clicks * 16);
  const words = new Uint32Array(ids.buffer, ids.byteOffset, counts.clicks * 4);
  for (const [i, run] of runs.entries()) {
    const end = runs[i + 1]?.row ?? counts.clicks;
    if (end < run.row || end > counts.clicks)
      throw new RangeError(`click batch has IDs for the invalid rows ${run.row} to ${end}`);
    const prefix = new Uint32Array(Uint8Array.from(run.prefix).buffer);
    for (let row = run.row; row < end; row++) {
      for (let word = 0; word < 3; word++) words[row * 4 + word] = prefix[word] ?? 0;
      words[row * 4 + 3] = swapped(run.first + row - run.row);
    }
  }
  return ids;
}

/** Reverses the byte order of a word. */
function swapped(word: number): number {
  return ((word & 0xff) << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
}

function reasonOf(number: number): MissReason {
  const reason = missReasons[number];
  if (!reason) throw new RangeError(`click batch has a miss with the unknown reason ${number}`);
  return reason;
}

function requireBelow(column: Uint32Array, limit: number, name: string): void {
  for (const index of column)
    if (index >= limit) throw new RangeError(`click batch has the ${name} ${index}, but it must be below ${limit}`);
}

function readTexts(data: Buffer, lengthsAt: number, bytesAt: number, count: number): string[] {
  const texts: string[] = [];
  let at = bytesAt;
  for (let i = 0; i < count; i++) {
    const length = data.readUInt32LE(lengthsAt + i * 4);
    if (at + length > data.length)
      throw new RangeError("click batch has a string that extends past the end of the batch");
    texts.push(data.toString("utf8", at, at + length));
    at += length;
  }
  return texts;
}

/** Returns the bytes at a multiple of 4 in memory, as typed arrays require; copies them if needed. */
function alignedCopy(bytes: Uint8Array): Buffer {
  const whole = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength);
}
