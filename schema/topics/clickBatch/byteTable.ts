/** Bytes with a DataView of them, for reading whole words. */
export interface Source {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

export function sourceOf(bytes: Uint8Array): Source {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

/** A set of byte strings, numbered 0, 1, 2 … in the order in which they were first added. */
export interface ByteTable {
  count(): number;
  /** Returns the total length of all strings in bytes. */
  totalLength(): number;
  /** Returns the number of a string; a new string is copied into the table. */
  indexOf(source: Source, start: number, end: number): number;
  lengthAt(index: number): number;
  /** Writes all strings consecutively, in order. */
  copyTo(out: Uint8Array, at: number): void;
  clear(): void;
}

/**
 * The maximum number of probes. Visitors choose the texts and could provoke hash collisions, so a text that needs more
 * probes is added again instead of being looked up.
 */
const maxSteps = 32;
const minSlots = 256;

export function createByteTable(): ByteTable {
  let kept = sourceOf(new Uint8Array(4096));
  let ends = new Uint32Array(minSlots / 2);
  let hashes = new Int32Array(minSlots / 2);
  /** Hash table of string numbers plus one; 0 for an empty slot. At most half of the slots are used. */
  let slots = new Uint32Array(minSlots);
  let count = 0;

  const startOf = (index: number): number => (index === 0 ? 0 : (ends[index - 1] ?? 0));

  function add(source: Source, start: number, end: number, hash: number): number {
    const from = startOf(count);
    const to = from + end - start;
    if (to > kept.bytes.length) kept = sourceOf(grown(kept.bytes, to));
    if (count === ends.length) growSlots();
    for (let i = 0; i < to - from; i++) kept.bytes[from + i] = source.bytes[start + i] ?? 0;
    ends[count] = to;
    hashes[count] = hash;
    return count++;
  }

  function growSlots(): void {
    ends = copied(ends, new Uint32Array(ends.length * 2));
    hashes = copied(hashes, new Int32Array(hashes.length * 2));
    slots = new Uint32Array(slots.length * 2);
    for (let index = 0; index < count; index++) enter(index, hashes[index] ?? 0);
  }

  function enter(index: number, hash: number): void {
    const mask = slots.length - 1;
    let slot = hash & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = index + 1;
  }

  return {
    count: () => count,
    totalLength: () => startOf(count),
    indexOf(source, start, end) {
      const hash = hashOf(source.view, start, end);
      const mask = slots.length - 1;
      let slot = hash & mask;
      for (let steps = 0; steps < maxSteps; steps++) {
        const index = (slots[slot] ?? 0) - 1;
        if (index < 0) {
          const added = add(source, start, end, hash);
          enter(added, hash);
          return added;
        }
        if (hashes[index] === hash && isSame(kept.view, startOf(index), ends[index] ?? 0, source.view, start, end)) {
          return index;
        }
        slot = (slot + 1) & mask;
      }
      return add(source, start, end, hash);
    },
    lengthAt: (index) => (ends[index] ?? 0) - startOf(index),
    copyTo: (out, at) => out.set(kept.bytes.subarray(0, startOf(count)), at),
    clear() {
      slots.fill(0);
      count = 0;
    },
  };
}

const factor = 0x9e3779b1;

/** Hashes bytes identically on every machine and in every process, because batches must be reproducible. */
function hashOf(view: DataView, start: number, end: number): number {
  let hash = end - start;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    hash = Math.imul(hash ^ view.getInt32(at, true), factor);
    hash ^= hash >>> 15;
  }
  for (; at < end; at++) hash = Math.imul(hash ^ view.getUint8(at), factor);
  return hash ^ (hash >>> 16);
}

function isSame(a: DataView, aStart: number, aEnd: number, b: DataView, bStart: number, bEnd: number): boolean {
  if (aEnd - aStart !== bEnd - bStart) return false;
  let [at, other] = [aStart, bStart];
  for (; at + 4 <= aEnd; at += 4, other += 4) if (a.getInt32(at, true) !== b.getInt32(other, true)) return false;
  for (; at < aEnd; at++, other++) if (a.getUint8(at) !== b.getUint8(other)) return false;
  return true;
}

function grown(bytes: Uint8Array, atLeast: number): Uint8Array {
  const larger = new Uint8Array(Math.max(bytes.length * 2, atLeast));
  larger.set(bytes);
  return larger;
}

function copied<T extends Uint32Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
