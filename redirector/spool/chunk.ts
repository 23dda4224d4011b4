import { crc32 } from "node:zlib";
import { parse, stringify, v7 } from "uuid";

/** Length and checksum stand before each frame. */
export const frameHeader = 8;

const openEnding = ".open";
const closedEnding = ".chunk";

/**
 * A batch's id is fixed when its chunk is begun. The last four bytes are zero: with a click's place in the batch there,
 * they make the click's own id.
 */
export function newChunkId(now: number, random: Uint8Array): string {
  const bytes = parse(v7({ msecs: now, random }));
  bytes.fill(0, 12);
  return stringify(bytes);
}

export function openName(id: string): string {
  return id + openEnding;
}

export function closedName(id: string): string {
  return id + closedEnding;
}

/** The id of a chunk that some process, perhaps one that was killed, has left; null for any other file. */
export function chunkOf(file: string): { readonly id: string; readonly closed: boolean } | null {
  for (const [ending, closed] of [
    [openEnding, false],
    [closedEnding, true],
  ] as const) {
    if (file.endsWith(ending) && /^[0-9a-f-]{36}$/.test(file.slice(0, -ending.length))) {
      return { id: file.slice(0, -ending.length), closed };
    }
  }
  return null;
}

/** Completes a frame whose payload stands behind room for the header. */
export function sealFrame(frame: Buffer): void {
  const payload = frame.subarray(frameHeader);
  frame.writeUInt32LE(payload.length, 0);
  frame.writeUInt32LE(crc32(payload), 4);
}

/**
 * Reports where the payload of each whole frame stands. Gives the number of bytes behind the last one: what a killed
 * process was just writing, for requests it never answered.
 */
export function eachFrame(bytes: Buffer, onFrame: (start: number, end: number) => void): number {
  let at = 0;
  while (at + frameHeader <= bytes.length) {
    const start = at + frameHeader;
    const end = start + bytes.readUInt32LE(at);
    if (end === start || end > bytes.length) break;
    if (crc32(bytes.subarray(start, end)) !== bytes.readUInt32LE(at + 4)) break;
    onFrame(start, end);
    at = end;
  }
  return bytes.length - at;
}
