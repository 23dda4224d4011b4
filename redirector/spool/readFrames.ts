import { closeSync, openSync, readSync } from "node:fs";
import { type Source, sourceOf } from "@hoplog/schema/topics/clickBatch/byteTable.js";
import { eachFrame } from "./chunk.ts";

/** Some 700 clicks, a third of a millisecond's work. */
const pieceSize = 192 * 1024;

/** Kept from one chunk to the next, and larger than a piece only where a frame is. */
let room = sourceOf(Buffer.allocUnsafeSlow(pieceSize));

/**
 * Reads a chunk piece by piece, and reports where the payload of each whole frame stands in the bytes that are read by
 * then. Gives the size of the chunk, and what of it is behind the last whole frame. Blocks the thread, which is to be
 * none that others wait for.
 */
export function readFrames(
  file: string,
  onFrame: (source: Source, start: number, end: number) => void,
): { readonly size: number; readonly torn: number } {
  const descriptor = openSync(file, "r");
  try {
    let size = 0;
    let left = 0;
    for (;;) {
      if (left === room.bytes.length) enlarge();
      const read = readSync(descriptor, room.bytes, left, room.bytes.length - left, size);
      if (read === 0) return { size, torn: left };
      size += read;
      const bytes = Buffer.from(room.bytes.buffer, 0, left + read);
      left = eachFrame(bytes, (start, end) => onFrame(room, start, end));
      bytes.copyWithin(0, bytes.length - left);
      if (bytes.length === room.bytes.length) letOthersRun();
    }
  } finally {
    closeSync(descriptor);
  }
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
