import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { type Source, sourceOf } from "@hoplog/schema/topics/clickBatch/byteTable.js";
import { eachFrame, findFrame, type FrameEnd, frameHeader, maxFrameBytes } from "./chunk.ts";

/** Bytes per read: about 700 clicks, a third of a millisecond's work. */
const pieceSize = 192 * 1024;

/** Read buffer that is reused for all chunks; it grows only for a frame longer than a piece. */
let room = sourceOf(Buffer.allocUnsafeSlow(pieceSize));

/** Result of reading a chunk. */
export interface ReadChunk {
  /** Length of the whole frames that were accepted. */
  readonly whole: number;
  /**
   * Bytes of an incomplete frame at the end: the process was killed during the write, before it answered the requests
   * in the frame.
   */
  readonly torn: number;
  /** Whether the bytes after `whole` have changed since they were written, or were refused by `onFrame`. */
  readonly isDamaged: boolean;
}

/**
 * Reads a chunk piece by piece and calls `onFrame` with the payload range of each whole frame until it returns false.
 * Blocks the thread, so it must not run on a thread that serves requests.
 */
export function readFrames(file: string, onFrame: (source: Source, start: number, end: number) => boolean): ReadChunk {
  const descriptor = openSync(file, "r");
  try {
    let size = 0;
    let left = 0;
    let end: FrameEnd = "incomplete";
    for (;;) {
      if (left === room.bytes.length) enlarge();
      const read = readSync(descriptor, room.bytes, left, room.bytes.length - left, size);
      const bytes = Buffer.from(room.bytes.buffer, 0, left + read);
      if (read === 0) return ended(size, bytes);
      size += read;
      ({ left, end } = eachFrame(bytes, (start, to) => onFrame(room, start, to)));
      if (end === "damaged") {
        const whole = size - left;
        if (endOfZeros(descriptor, whole) !== null) return torn(whole, whole);
        const unfinished = unfinishedBytes(descriptor, whole);
        return unfinished === 0 ? { whole, torn: 0, isDamaged: true } : torn(whole, whole + unfinished);
      }
      bytes.copyWithin(0, bytes.length - left);
      if (bytes.length === room.bytes.length) yieldCore();
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Classifies the bytes after the last whole frame. A frame that is cut off at the end of the file was never written
 * completely, unless a whole frame follows: in that case its length field has changed.
 */
function ended(size: number, left: Buffer): ReadChunk {
  const whole = size - left.length;
  return findFrame(left, 1) < 0 ? torn(whole, size) : { whole, torn: 0, isDamaged: true };
}

function torn(whole: number, end: number): ReadChunk {
  return { whole, torn: end - whole, isDamaged: false };
}

/**
 * Returns the end of the file if only zeros follow `from`, else null. After a power failure a file can have its full
 * length, with zeros in place of data that was not written.
 */
function endOfZeros(descriptor: number, from: number): number | null {
  const piece = Buffer.alloc(64 * 1024);
  for (let at = from; ;) {
    const read = readSync(descriptor, piece, 0, piece.length, at);
    if (read === 0) return at;
    if (piece.subarray(0, read).some((byte) => byte !== 0)) return null;
    at += read;
  }
}

/**
 * Returns the length of an incomplete frame at `from` that is followed only by zeros, else 0. Pieces of the reserve
 * have their full length from the beginning, filled with zeros.
 */
function unfinishedBytes(descriptor: number, from: number): number {
  const header = Buffer.alloc(frameHeader);
  readSync(descriptor, header, 0, frameHeader, from);
  const length = frameHeader + header.readUInt32LE(0);
  const isPossible = length > 2 * frameHeader && length <= maxFrameBytes;
  const { size } = fstatSync(descriptor);
  if (!isPossible || from + length > size) return 0;
  return endOfZeros(descriptor, from + length - frameHeader) === null ? 0 : length;
}

function enlarge(): void {
  const larger = Buffer.allocUnsafeSlow(room.bytes.length * 2);
  larger.set(room.bytes);
  room = sourceOf(larger);
}

const sleeping = new Int32Array(new SharedArrayBuffer(4));

/**
 * Yields the core for a millisecond, because a low-priority thread otherwise occupies it for several milliseconds, even
 * while requests wait for it.
 */
function yieldCore(): void {
  Atomics.wait(sleeping, 0, 0, 1);
}
