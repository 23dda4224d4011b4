import { limits } from "@hoplog/schema/limits.js";
import { missReasons, type RecordedClick, type RecordedMiss } from "@hoplog/schema/topics/clickBatch/click.js";

export type SpoolRecord =
  | { readonly kind: "click"; readonly click: RecordedClick }
  | { readonly kind: "miss"; readonly miss: RecordedMiss };

const clickKind = 1;
const missKind = 2;
const clickFixed = 64;
const missFixed = 12;

/** The most bytes that any record can take; texts are cut before. */
export const largestRecord = 16 * 1024;

/** Writes a click at `offset` and gives the offset behind it. Texts must be cut so that it stays below {@link largestRecord}. */
export function writeClick(out: Buffer, offset: number, click: RecordedClick): number {
  out[offset] = clickKind;
  out[offset + 1] = click.flags;
  out.writeDoubleLE(click.at, offset + 2);
  out.set(click.linkId, offset + 10);
  out.set(click.ownerId, offset + 26);
  out.set(click.address, offset + 42);
  let end = offset + clickFixed;
  end = writeText(out, offset + 58, end, click.userAgent);
  end = writeText(out, offset + 60, end, click.referrer);
  return writeText(out, offset + 62, end, click.query);
}

/** Where the texts of a visit stand in the bytes of its request. */
export interface VisitTexts {
  readonly userAgentStart: number;
  readonly userAgentEnd: number;
  readonly refererStart: number;
  readonly refererEnd: number;
  readonly queryStart: number;
  readonly queryEnd: number;
}

/**
 * Like {@link writeClick}, from bytes to bytes without a string in between: the ids stand one behind the other at
 * `idsAt` of `ids`, and the texts, which must be ASCII, in `request`. They are cut here.
 */
export function writeVisit(
  out: Buffer,
  offset: number,
  at: number,
  flags: number,
  ids: Uint8Array,
  idsAt: number,
  address: Uint8Array,
  request: Buffer,
  texts: VisitTexts,
): number {
  out[offset] = clickKind;
  out[offset + 1] = flags;
  out.writeDoubleLE(at, offset + 2);
  for (let i = 0; i < 32; i++) out[offset + 10 + i] = ids[idsAt + i] ?? 0;
  for (let i = 0; i < 16; i++) out[offset + 42 + i] = address[i] ?? 0;
  let end = offset + clickFixed;
  end = copyText(out, offset + 58, end, request, texts.userAgentStart, texts.userAgentEnd, limits.userAgentMax);
  end = copyText(out, offset + 60, end, request, texts.refererStart, texts.refererEnd, limits.referrerMax);
  return copyText(out, offset + 62, end, request, texts.queryStart, texts.queryEnd, limits.queryMax);
}

function copyText(
  out: Buffer,
  lengthAt: number,
  at: number,
  source: Buffer,
  start: number,
  end: number,
  most: number,
): number {
  const length = Math.min(end - start, most);
  if (length > 0) source.copy(out, at, start, start + length);
  out[lengthAt] = length & 0xff;
  out[lengthAt + 1] = length >> 8;
  return at + length;
}

export function writeMiss(out: Buffer, offset: number, miss: RecordedMiss): number {
  out[offset] = missKind;
  out[offset + 1] = missReasons.indexOf(miss.reason);
  out.writeDoubleLE(miss.at, offset + 2);
  return writeText(out, offset + 10, offset + missFixed, miss.code);
}

function writeText(out: Buffer, lengthAt: number, at: number, text: string): number {
  const length = out.write(text, at, "utf8");
  out.writeUInt16LE(length, lengthAt);
  return at + length;
}

/** Reads all records of a frame. Throws a RangeError for bytes that were never written by the functions above. */
export function readRecords(frame: Buffer): SpoolRecord[] {
  const records: SpoolRecord[] = [];
  let offset = 0;
  const text = (lengthAt: number): string => {
    const end = offset + frame.readUInt16LE(lengthAt);
    if (end > frame.length) throw new RangeError("spool record: a text leads outside the frame");
    const value = frame.toString("utf8", offset, end);
    offset = end;
    return value;
  };
  while (offset < frame.length) {
    const start = offset;
    const at = frame.readDoubleLE(start + 2);
    if (frame[start] === clickKind) {
      offset = start + clickFixed;
      const click = {
        at,
        flags: frame[start + 1] ?? 0,
        linkId: frame.subarray(start + 10, start + 26),
        ownerId: frame.subarray(start + 26, start + 42),
        address: frame.subarray(start + 42, start + 58),
        userAgent: text(start + 58),
        referrer: text(start + 60),
        query: text(start + 62),
      };
      records.push({ kind: "click", click });
    } else if (frame[start] === missKind) {
      offset = start + missFixed;
      const reason = missReasons[frame[start + 1] ?? 0] ?? "unknown";
      records.push({ kind: "miss", miss: { at, reason, code: text(start + 10) } });
    } else {
      throw new RangeError(`spool record of unknown kind ${frame[start]}`);
    }
  }
  return records;
}
