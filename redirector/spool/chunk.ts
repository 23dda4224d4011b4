import { crc32 } from "node:zlib";
import { parse, stringify, v7 } from "uuid";

/** Number of bytes before each frame, which contain the frame's length and checksum. */
export const frameHeader = 8;

/** Maximum length of a frame with its header; a longer length field is invalid. */
export const maxFrameBytes = 256 * 1024;

/**
 * Creates the batch id that a chunk gets when it is started. Its last four bytes are zero; with a click's number in
 * their place, the id becomes that of the click.
 */
export function newChunkId(now: number, random: Uint8Array): string {
  const bytes = parse(v7({ msecs: now, random }));
  bytes.fill(0, 12);
  return stringify(bytes);
}

/** Writes the header of a frame whose payload follows the space for the header. */
export function sealFrame(frame: Buffer): void {
  const payload = frame.subarray(frameHeader);
  frame.writeUInt32LE(payload.length, 0);
  frame.writeUInt32LE(crc32(payload), 4);
}

/** State of the bytes after the last accepted frame: cut off or none left, or changed or refused. */
export type FrameEnd = "incomplete" | "damaged";

/**
 * Calls `onFrame` with the payload range of each whole frame until it returns false. Returns the number of bytes after
 * the last accepted frame and their problem.
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

/** Returns the offset of the first whole frame at or after `from`; -1 if there is none. */
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
