import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import path from "node:path";

/** A log record of one code: an entry, or null if the code was deleted. */
export interface Change {
  readonly code: string;
  readonly entry: Buffer | null;
}

export interface SortedRuns {
  /** Total number of changes. */
  count(): number;
  add(code: string, entry: Buffer | null): void;
  /**
   * Yields all changes sorted by code; changes of one code in the order in which they were added. Nothing may be added
   * afterwards.
   */
  read(): Generator<Change>;
  remove(): void;
}

const runBytes = 32 * 1024 * 1024;
/** Maximum changes per run, so that a 32-bit prefix and an index fit into a double. */
const changesPerRun = 1 << 19;
const head = 6;
const tombstone = 0xffff_ffff;

/**
 * Sorts more changes than fit into memory (external merge sort): sorted runs are written to files and then merged.
 * Deletes earlier contents of `folder`. Throws file system errors.
 */
export function createSortedRuns(folder: string, bytesPerRun = runBytes): SortedRuns {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const data = Buffer.allocUnsafeSlow(bytesPerRun);
  const offsets = new Uint32Array(changesPerRun + 1);
  let used = 0;
  let inRun = 0;
  let count = 0;
  const files: string[] = [];

  function add(code: string, entry: Buffer | null): void {
    const size = head + code.length + (entry?.length ?? 0);
    if (used + size > data.length || inRun === changesPerRun) writeRun();
    data.writeUInt16LE(code.length, used);
    data.writeUInt32LE(entry?.length ?? tombstone, used + 2);
    data.write(code, used + head, "latin1");
    if (entry) data.set(entry, used + head + code.length);
    offsets[inRun++] = used;
    used += size;
    offsets[inRun] = used;
    count++;
  }

  const codeAt = (index: number): string => {
    const start = offsets[index] ?? 0;
    return data.toString("latin1", start + head, start + head + data.readUInt16LE(start));
  };

  /**
   * Returns the indexes of the run's changes sorted by code. Sorts doubles made of a code's first four bytes and the
   * index, which needs no callback; only codes with the same prefix are compared as strings.
   */
  function sorted(): number[] {
    const keys = new Float64Array(inRun);
    for (let i = 0; i < inRun; i++) keys[i] = prefixOf(data, offsets[i] ?? 0) * changesPerRun + i;
    keys.sort();
    const order = Array.from(keys, (key) => key % changesPerRun);
    const prefix = (at: number): number => Math.floor((keys[at] ?? 0) / changesPerRun);
    for (let from = 0, to = 1; from < inRun; from = to++) {
      while (to < inRun && prefix(to) === prefix(from)) to++;
      if (to - from === 1) continue;
      const alike = order.slice(from, to).map((index) => ({ index, code: codeAt(index) }));
      alike.sort((a, b) => compare(a.code, b.code) || a.index - b.index);
      alike.forEach(({ index }, i) => (order[from + i] = index));
    }
    return order;
  }

  function writeRun(): void {
    if (inRun === 0) return;
    const file = path.join(folder, `run-${files.length}`);
    const fd = openSync(file, "w", 0o600);
    try {
      const out = Buffer.allocUnsafe(1024 * 1024);
      let filled = 0;
      for (const index of sorted()) {
        const start = offsets[index] ?? 0;
        const end = offsets[index + 1] ?? used;
        if (filled + end - start > out.length) {
          writeAll(fd, out.subarray(0, filled));
          filled = 0;
        }
        data.copy(out, filled, start, end);
        filled += end - start;
      }
      writeAll(fd, out.subarray(0, filled));
    } finally {
      closeSync(fd);
    }
    files.push(file);
    used = 0;
    inRun = 0;
  }

  return {
    count: () => count,
    add,
    *read() {
      writeRun();
      yield* merge(files.map(readRun));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Merges sorted runs; changes of the same code are in the order of their runs. */
function* merge(runs: readonly Generator<Change>[]): Generator<Change> {
  const heap: { readonly run: number; change: Change }[] = [];
  const isBefore = (a: number, b: number): boolean => {
    const [first, second] = [heap[a], heap[b]];
    if (!first || !second) return first !== undefined;
    const order = compare(first.change.code, second.change.code);
    return order < 0 || (order === 0 && first.run < second.run);
  };
  const swap = (a: number, b: number): void => {
    const [first, second] = [heap[a], heap[b]];
    if (first && second) [heap[a], heap[b]] = [second, first];
  };
  const sink = (from: number): void => {
    for (let at = from; ;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) if (child < heap.length && isBefore(child, least)) least = child;
      if (least === at) return;
      swap(at, least);
      at = least;
    }
  };
  runs.forEach((changes, run) => {
    const first = changes.next();
    if (!first.done) heap.push({ run, change: first.value });
  });
  for (let at = heap.length - 1; at >= 0; at--) sink(at);
  for (let top = heap[0]; top; top = heap[0]) {
    yield top.change;
    const next = runs[top.run]?.next();
    if (next && !next.done) {
      top.change = next.value;
    } else {
      const last = heap.pop();
      if (last && heap.length > 0) heap[0] = last;
    }
    sink(0);
  }
}

/** Reads a run; an entry is valid until the next one of the same run. */
function* readRun(file: string): Generator<Change> {
  const fd = openSync(file, "r");
  try {
    let buffer = Buffer.allocUnsafeSlow(256 * 1024);
    let start = 0;
    let end = 0;
    let position = 0;
    for (;;) {
      const known = end - start >= head;
      const codeLength = known ? buffer.readUInt16LE(start) : 0;
      const stated = known ? buffer.readUInt32LE(start + 2) : 0;
      const entryLength = stated === tombstone ? 0 : stated;
      const size = head + codeLength + entryLength;
      if (known && end - start >= size) {
        const codeEnd = start + head + codeLength;
        const code = buffer.toString("latin1", start + head, codeEnd);
        yield { code, entry: stated === tombstone ? null : buffer.subarray(codeEnd, codeEnd + entryLength) };
        start += size;
        continue;
      }
      if (size > buffer.length) buffer = Buffer.concat([buffer], size);
      buffer.copyWithin(0, start, end);
      end -= start;
      start = 0;
      const read = readSync(fd, buffer, end, buffer.length - end, position);
      if (read === 0) return;
      position += read;
      end += read;
    }
  } finally {
    closeSync(fd);
  }
}

/** Returns the first four bytes of the code at `offset` as a big-endian number. */
function prefixOf(data: Buffer, offset: number): number {
  const length = data.readUInt16LE(offset);
  let prefix = 0;
  for (let i = 0; i < 4; i++) prefix = prefix * 256 + (i < length ? (data[offset + head + i] ?? 0) : 0);
  return prefix;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function writeAll(fd: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(fd, bytes, written);
}
