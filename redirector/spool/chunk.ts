import { crc32 } from "node:zlib";
import { parse, stringify, v7 } from "uuid";

/** Length and checksum stand before each frame. */
export const frameHeader = 8;

/** The longest frame with its header that anybody writes: what claims to be longer is no frame. */
export const maxFrameBytes = 256 * 1024;

/**
 * A batch's id is fixed when its chunk is begun. The last four bytes are zero: with a click's number there, they make the
 * click's own id.
 */
export function newChunkId(now: number, random: Uint8Array): string {
  const bytes = parse(v7({ msecs: now, random }));
  bytes.fill(0, 12);
  return stringify(bytes);
}

/** Completes a frame whose payload stands behind room for the header. */
export function sealFrame(frame: Buffer): void {
  const payload = frame.subarray(frameHeader);
  frame.writeUInt32LE(payload.length, 0);
  frame.writeUInt32LE(crc32(payload), 4);
}

/** How the bytes behind the last whole frame begin: like one that is not there to its end, or like one that has changed. */
export type FrameEnd = "incomplete" | "damaged";

/**
 * Reports where the payload of each whole frame stands, until one is refused. Gives the number of bytes behind the last one
 * that was taken, and what is wrong with them.
 */
export function eachFrame(
  bytes: Buffer,
  onFrame: (start: number, end: number) => boolean,
): { readonly left: number; readonly end: FrameEnd } {
  let at = 0;
  while (at + frameHeader <= bytes.length) {
    const start = at + frameHeader;
    const size = bytes.readUInt32LE(at);
    const end = start + size;
    const isPossible = size > 0 && end - at <= maxFrameBytes;
    if (isPossible && end > bytes.length) break;
    const isWhole = isPossible && crc32(bytes.subarray(start, end)) === bytes.readUInt32LE(at + 4);
    if (!isWhole || !onFrame(start, end)) return { left: bytes.length - at, end: "damaged" };
    at = end;
  }
  return { left: bytes.length - at, end: "incomplete" };
}

/** Where the first whole frame begins at or behind `from`; -1 where there is none. */
export function findFrame(bytes: Buffer, from: number): number {
  for (let at = from; at + frameHeader < bytes.length; at++) {
    const start = at + frameHeader;
    const size = bytes.readUInt32LE(at);
    const end = start + size;
    if (size === 0 || end - at > maxFrameBytes || end > bytes.length) continue;
    if (crc32(bytes.subarray(start, end)) === bytes.readUInt32LE(at + 4)) return at;
  }
  return -1;
}
