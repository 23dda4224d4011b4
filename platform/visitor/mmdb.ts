import { createBoundedCache } from "../cache/boundedCache.ts";
import { contiguous, openPagedFile, type PagedFile } from "./pagedFile.ts";

/** A database in MaxMind's format (https://maxmind.github.io/MaxMind-DB/). Only the pages in use are in memory. */
export interface Mmdb {
  /** Returns the record of the address whose bytes begin at `from`; null if there is none. */
  find(address: Uint8Array, from: number): unknown;
}

/** Maximum number of pages in memory per file, 10 MB. */
const pages = 4096;
const nodeBytes = 7;
const separatorBytes = 16;
/** Maximum number of cached records and shared texts. */
const remembered = 20_000;

/**
 * Opens a database. Libraries load whole files into memory, 130 MB in each process, so this is a separate reader.
 * Throws a RangeError if the file isn't such a database or has nodes of another size than 7 bytes, and the system's
 * error if it can't be read.
 */
export function openMmdb(path: string): Mmdb {
  const file = openPagedFile(path, pages);
  const { bytes } = file;
  const metadata = createDecoder(file, metadataStart(file, path));
  const numberOf = (name: string): number => {
    const described = metadata.first();
    const number = isMap(described) ? described[name] : undefined;
    if (typeof number !== "number") throw new RangeError(`${path} has no number ${name} in its metadata`);
    return number;
  };
  const nodes = numberOf("node_count");
  const bits = numberOf("ip_version") === 4 ? 32 : 128;
  if (numberOf("record_size") !== nodeBytes * 4)
    throw new RangeError(`${path} has nodes of an unsupported size; expected 7 bytes`);
  const data = createDecoder(file, nodes * nodeBytes + separatorBytes);

  /** The node or reference to a record after the first 16 bits of an address; 0 if not looked up yet. */
  const behindTwoBytes = new Uint32Array(65_536);

  function walk(address: Uint8Array, from: number, start: number, firstBit: number, endBit: number): number {
    let node = start;
    for (let bit = firstBit; bit < endBit && node < nodes; bit++) {
      const at = file.at(node * nodeBytes);
      const isRight = ((address[from + (bit >>> 3)] ?? 0) >>> (7 - (bit & 7))) & 1;
      node = isRight === 0 ? leftOf(bytes, at) : rightOf(bytes, at);
    }
    return node;
  }

  return {
    find(address, from) {
      const twoBytes = ((address[from] ?? 0) << 8) | (address[from + 1] ?? 0);
      let node = behindTwoBytes[twoBytes] ?? 0;
      if (node === 0) node = behindTwoBytes[twoBytes] = walk(address, from, 0, 0, 16);
      node = walk(address, from, node, 16, bits);
      return node > nodes ? data.get(node - nodes - separatorBytes) : null;
    },
  };
}

/** Returns the child for bit 0 of a 7-byte node: 28 bits, of which the highest four are in the middle byte. */
function leftOf(bytes: Uint8Array, at: number): number {
  return (
    (((bytes[at + 3] ?? 0) & 0xf0) << 20) |
    ((bytes[at] ?? 0) << 16) |
    ((bytes[at + 1] ?? 0) << 8) |
    (bytes[at + 2] ?? 0)
  );
}

/** Returns the child for bit 1: the other 28 bits. */
function rightOf(bytes: Uint8Array, at: number): number {
  return (
    (((bytes[at + 3] ?? 0) & 0x0f) << 24) |
    ((bytes[at + 4] ?? 0) << 16) |
    ((bytes[at + 5] ?? 0) << 8) |
    (bytes[at + 6] ?? 0)
  );
}

/** The types of values, by their numbers in the format. */
const kinds = {
  pointer: 1,
  text: 2,
  double: 3,
  uint16: 5,
  uint32: 6,
  map: 7,
  uint64: 9,
  list: 11,
  boolean: 14,
  float: 15,
};
const pointerStarts = [0, 2048, 526_336, 0];
const sizeStarts = [0, 29, 285, 65_821];
const longestNumber = 6;

/** Decodes the values of a section that begins at `start`. Pointer targets and values from `get` are cached. */
function createDecoder(file: PagedFile, start: number) {
  const { bytes } = file;
  const known = createBoundedCache<number, unknown>(remembered);
  /** The offset after the last decoded value. */
  let next = start;

  function decode(offset: number): unknown {
    const at = file.at(offset);
    const control = bytes[at] ?? 0;
    const kind = control >>> 5;
    if (kind === kinds.pointer) return pointed(offset, at, control);
    const isExtended = kind === 0 ? 1 : 0;
    const short = control & 31;
    const sizeBytes = Math.max(0, short - 28);
    const head = 1 + isExtended + sizeBytes;
    const size =
      sizeBytes === 0 ? short : (sizeStarts[sizeBytes] ?? 0) + bytes.readUIntBE(at + 1 + isExtended, sizeBytes);
    return decodeKind(isExtended === 0 ? kind : 7 + (bytes[at + 1] ?? 0), offset + head, at + head, size);
  }

  function pointed(offset: number, at: number, control: number): unknown {
    const size = (control >>> 3) & 3;
    const high = size === 3 ? 0 : (control & 7) * 256 ** (size + 1);
    const target = start + (pointerStarts[size] ?? 0) + high + bytes.readUIntBE(at + 1, size + 1);
    const value = known.get(target, decode);
    next = offset + size + 2;
    return value;
  }

  function decodeKind(kind: number, offset: number, at: number, size: number): unknown {
    next = offset + size;
    switch (kind) {
      case kinds.text:
        if (size > contiguous / 2) break;
        return bytes.toString("utf8", at, at + size);
      case kinds.double:
        return bytes.readDoubleBE(at);
      case kinds.float:
        return bytes.readFloatBE(at);
      case kinds.uint16:
      case kinds.uint32:
      case kinds.uint64:
        if (size > longestNumber) break;
        return size === 0 ? 0 : bytes.readUIntBE(at, size);
      case kinds.map:
        return decodeMap(offset, size);
      case kinds.list:
        next = offset;
        return Array.from({ length: size }, () => decode(next));
      case kinds.boolean:
        next = offset;
        return size !== 0;
    }
    throw new RangeError(`the mmdb file has an unsupported value at offset ${offset} (type ${kind}, ${size} bytes)`);
  }

  function decodeMap(offset: number, size: number): unknown {
    const map: Record<string, unknown> = {};
    next = offset;
    for (let i = 0; i < size; i++) {
      const name = String(decode(next));
      map[name] = decode(next);
    }
    return map;
  }

  return {
    first: () => decode(start),
    /** Returns the value at an offset relative to the start. */
    get: (from: number) => known.get(start + from, decode),
  };
}

const marker = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
const metadataMax = 131_072;

/** Returns the offset of the metadata, which follows the last marker in the file. */
function metadataStart(file: PagedFile, path: string): number {
  for (let offset = file.size - marker.length; offset > file.size - metadataMax && offset >= 0; offset--) {
    const at = file.at(offset);
    if (file.bytes.compare(marker, 0, marker.length, at, at + marker.length) === 0) return offset + marker.length;
  }
  throw new RangeError(`${path} is not an IP address database`);
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
