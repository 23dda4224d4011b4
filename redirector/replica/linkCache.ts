import { limits } from "@hoplog/schema/limits.js";

/**
 * Caches entries (see linkEntry.ts) by domain and code in one buffer, so that there is no object per entry to be
 * garbage-collected.
 */
export interface LinkCache {
  readonly bytes: Buffer;
  /**
   * Returns the offset in {@link bytes} of the entry of a domain's code, which is in `source`; -1 if it is not cached.
   */
  find(domain: number, source: Uint8Array, start: number, end: number): number;
  /** Returns the length of the entry found or added last, in bytes. */
  size(): number;
  /** Adds an entry and returns its offset; -1 if it does not fit. The code must not be cached yet. */
  add(
    domain: number,
    source: Uint8Array,
    start: number,
    end: number,
    entry: Buffer,
    entryStart: number,
    entryEnd: number,
  ): number;
  clear(): void;
}

/** Bytes before each code: its length (1), the entry's length (2) and the domain (4). */
const header = 7;
const maxEntryBytes = 0xffff;

/** Creates a cache for at most `maxLinks` entries and `maxBytes` bytes, including their codes. */
export function createLinkCache(maxLinks: number, maxBytes: number): LinkCache {
  const bytes = Buffer.allocUnsafeSlow(maxBytes);
  // Hash table, at most half full, so that the next free slot is near.
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(maxLinks * 2)));
  const mask = slots.length - 1;
  let count = 0;
  // Offset of the free space. Offsets start at 1, because 0 marks a free slot.
  let used = 1;
  let size = 0;

  function isCode(at: number, domain: number, source: Uint8Array, start: number, length: number): boolean {
    if (bytes[at] !== length) return false;
    for (let i = 0; i < length; i++) if (bytes[at + header + i] !== source[start + i]) return false;
    return domainAt(at + 3) === domain;
  }

  /** Reads a domain number without a runtime call, because every visit uses this. */
  function domainAt(at: number): number {
    const low = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
    return low | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
  }

  return {
    bytes,
    find(domain, source, start, end) {
      const length = end - start;
      let at = 0;
      for (
        let slot = hashOf(domain, source, start, end) & mask;
        (at = slots[slot] ?? 0) !== 0;
        slot = (slot + 1) & mask
      ) {
        if (!isCode(at, domain, source, start, length)) continue;
        size = (bytes[at + 1] ?? 0) | ((bytes[at + 2] ?? 0) << 8);
        return at + header + length;
      }
      return -1;
    },
    size: () => size,
    add(domain, source, start, end, entry, entryStart, entryEnd) {
      const length = end - start;
      const entrySize = entryEnd - entryStart;
      const next = used + header + length + entrySize;
      if (count >= maxLinks || next > maxBytes || length > limits.wideCodeMax || entrySize > maxEntryBytes) return -1;
      let slot = hashOf(domain, source, start, end) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = used;
      bytes[used] = length;
      bytes[used + 1] = entrySize & 0xff;
      bytes[used + 2] = entrySize >> 8;
      bytes.writeUInt32LE(domain, used + 3);
      for (let i = 0; i < length; i++) bytes[used + header + i] = source[start + i] ?? 0;
      const at = used + header + length;
      entry.copy(bytes, at, entryStart, entryEnd);
      size = entrySize;
      used = next;
      count++;
      return at;
    },
    clear() {
      if (count === 0) return;
      slots.fill(0);
      count = 0;
      used = 1;
    },
  };
}

/** Hashes with FNV-1a, then mixes the high bits into the low ones, which select the slot. */
function hashOf(domain: number, source: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 ^ domain;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (source[at] ?? 0), 0x01000193);
  return hash ^ (hash >>> 15);
}
