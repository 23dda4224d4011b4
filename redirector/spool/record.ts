import { limits } from "@hoplog/schema/limits.js";
import type { BatchWriter, ClickOffsets } from "@hoplog/schema/topics/clickBatch/batchWriter.js";
import type { Source } from "@hoplog/schema/topics/clickBatch/byteTable.js";
import { missReasons, type RecordedClick, type RecordedMiss } from "@hoplog/schema/topics/clickBatch/click.js";

const clickKind = 1;
const missKind = 2;
const clickFixed = 64;
const missFixed = 12;

/** The most bytes that any record can take; texts are cut before. */
export const maxRecordBytes = 16 * 1024;

/**
 * Writes a click at `offset` and gives the offset behind it. Texts must be cut so that it stays below {@link
 * maxRecordBytes}.
 */
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
 * Like {@link writeClick}, from bytes to bytes without a string in between: the link's and the owner's id
 * stand one behind the other in `ids`, and the texts, which must be ASCII, in `request`. They are cut here.
 */
export function writeVisit(
  out: Buffer,
  offset: number,
  at: number,
  flags: number,
  ids: Uint8Array,
  idsStart: number,
  address: Uint8Array,
  request: Buffer,
  texts: VisitTexts,
): number {
  out[offset] = clickKind;
  out[offset + 1] = flags;
  out.writeDoubleLE(at, offset + 2);
  for (let i = 0; i < 32; i++) out[offset + 10 + i] = ids[idsStart + i] ?? 0;
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
  maxLength: number,
): number {
  const length = Math.min(end - start, maxLength);
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

const offsets: ClickOffsets = {
  at: 0,
  flags: 0,
  idsStart: 0,
  addressStart: 0,
  userAgentStart: 0,
  userAgentEnd: 0,
  referrerStart: 0,
  referrerEnd: 0,
  queryStart: 0,
  queryEnd: 0,
};

/**
 * Adds all records of the frame between `start` and `end` to a batch. Throws a RangeError for bytes that were never
 * written by the functions above.
 */
export function addRecords(batch: BatchWriter, chunk: Source, start: number, end: number): void {
  const { bytes, view } = chunk;
  let offset = start;
  while (offset < end) {
    const kind = bytes[offset];
    if (kind !== clickKind && kind !== missKind) throw new RangeError(`spool record of unknown kind ${kind}`);
    const fixed = kind === clickKind ? clickFixed : missFixed;
    if (offset + fixed > end) throw new RangeError("spool record: it ends outside the frame");
    const at = view.getFloat64(offset + 2, true);
    const marks = bytes[offset + 1] ?? 0;
    const textStart = offset + fixed;
    if (kind === clickKind) {
      const referrerStart = textStart + view.getUint16(offset + 58, true);
      const queryStart = referrerStart + view.getUint16(offset + 60, true);
      const queryEnd = queryStart + view.getUint16(offset + 62, true);
      if (queryEnd > end) throw outside();
      offsets.at = at;
      offsets.flags = marks;
      offsets.idsStart = offset + 10;
      offsets.addressStart = offset + 42;
      offsets.userAgentStart = textStart;
      offsets.userAgentEnd = referrerStart;
      offsets.referrerStart = referrerStart;
      offsets.referrerEnd = queryStart;
      offsets.queryStart = queryStart;
      offsets.queryEnd = queryEnd;
      batch.addClick(chunk, offsets);
      offset = queryEnd;
    } else {
      const codeEnd = textStart + view.getUint16(offset + 10, true);
      if (codeEnd > end) throw outside();
      batch.addMiss(chunk, { at, reason: marks, codeStart: textStart, codeEnd });
      offset = codeEnd;
    }
  }
}

function outside(): RangeError {
  return new RangeError("spool record: a text leads outside the frame");
}
