import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { type Source, sourceOf } from "@hoplog/schema/topics/clickBatch/byteTable.js";
import { eachFrame, findFrame, type FrameEnd, frameHeader, maxFrameBytes } from "./chunk.ts";

/** Some 700 clicks, a third of a millisecond's work. */
const pieceSize = 192 * 1024;

/** Kept from one chunk to the next, and larger than a piece only where a frame is. */
let room = sourceOf(Buffer.allocUnsafeSlow(pieceSize));

/** What was read of a chunk. */
export interface ReadChunk {
  /** Up to here all frames are whole and were taken. */
  readonly whole: number;
  /** Bytes behind that of a frame that a killed process was just writing, for requests it never answered. */
  readonly torn: number;
  /** Whether what is behind has changed since it was written, or was refused. */
  readonly isDamaged: boolean;
}

/**
 * Reads a chunk piece by piece, and reports where the payload of each whole frame stands in the bytes that are read by
 * then, until `onFrame` refuses one. Blocks the thread, which is to be none that others wait for.
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
      if (bytes.length === room.bytes.length) letOthersRun();
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * A frame that is cut short at the end of the file is one that was never whole, unless a whole one follows: then it is the
 * length before it that has changed.
 */
function ended(size: number, left: Buffer): ReadChunk {
  const whole = size - left.length;
  return findFrame(left, 1) < 0 ? torn(whole, size) : { whole, torn: 0, isDamaged: true };
}

function torn(whole: number, end: number): ReadChunk {
  return { whole, torn: end - whole, isDamaged: false };
}

/**
 * The end of the file where nothing but zeros is left of it, else null. After a power failure a file may be as long as it
 * was to be, with zeros where nothing was written yet.
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
 * The length of a frame at `from` whose end was never written, and which nothing follows; 0 of any other. The pieces of the
 * reserve are as long as they can be from the beginning, full of zeros.
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
 * Lets go of the core for a millisecond: a thread of low priority keeps it for several once it has it, even while visitors
 * wait for the same one.
 */
function letOthersRun(): void {
  Atomics.wait(sleeping, 0, 0, 1);
}
