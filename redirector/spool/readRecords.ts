import type { BatchWriter, ClickOffsets, MissOffsets } from "@hoplog/schema/topics/clickBatch/batchWriter.js";
import type { Source } from "@hoplog/schema/topics/clickBatch/byteTable.js";
import { missReasons } from "@hoplog/schema/topics/clickBatch/click.js";
import {
  clickKind,
  droppedKind,
  droppedSize,
  frameStart,
  frameVersion,
  leasedVisitAt,
  type LeasedVisit,
  missKind,
  recordLayout,
  visitSize,
} from "./record.ts";

const none = { languagesStart: 0, languagesEnd: 0, hostStart: 0, hostEnd: 0, pathStart: 0, pathEnd: 0 };
const visit = {
  at: 0,
  flags: 0,
  linkStart: 0,
  addressStart: 0,
  userAgentStart: 0,
  userAgentEnd: 0,
  referrerStart: 0,
  referrerEnd: 0,
};
const click: ClickOffsets = { ...visit, languagesStart: 0, languagesEnd: 0, queryStart: 0, queryEnd: 0 };
const miss: MissOffsets = { ...visit, ...none, reason: 0, codeStart: 0, codeEnd: 0 };

/** Receives the records of a frame one by one. */
export type RecordSink = Pick<
  BatchWriter,
  "clicks" | "misses" | "idsFrom" | "addClick" | "addMiss" | "addDropped" | "truncate"
>;

/**
 * Adds all records of the frame between `start` and `end` to a batch or, on an error, none of its clicks and misses.
 * Returns the leased visits that its clicks have used. Throws a RangeError for bytes of an unknown version or format.
 */
export function addRecords(batch: RecordSink, frame: Source, start: number, end: number): readonly LeasedVisit[] {
  const [clicks, misses] = [batch.clicks(), batch.misses()];
  try {
    return addFrame(batch, frame, start, end);
  } catch (error) {
    batch.truncate(clicks, misses);
    throw error;
  }
}

const noVisits: readonly LeasedVisit[] = [];

function addFrame(batch: RecordSink, frame: Source, start: number, end: number): readonly LeasedVisit[] {
  const { bytes, view } = frame;
  const first = bytes[start];
  if (first !== frameVersion) throw new RangeError(`spool frame has the unknown version ${first}`);
  if (start + frameStart > end) throw outside();
  batch.idsFrom(frame, start + 1, view.getUint32(start + 13, true));
  let offset = start + frameStart;
  // A leased visit is the first record of a frame, before its click.
  const visit = leasedVisitAt(bytes, view, offset, end);
  if (visit) offset += visitSize;
  while (offset < end) offset = addRecord(batch, frame, offset, end);
  return visit ? [visit] : noVisits;
}

/** Adds one record and returns the offset after it. */
function addRecord(batch: RecordSink, frame: Source, offset: number, end: number): number {
  const { bytes, view } = frame;
  const kind = bytes[offset];
  if (kind === droppedKind) return addDropped(batch, frame, offset, end);
  if (kind !== clickKind && kind !== missKind) throw new RangeError(`spool record has the unknown kind ${kind}`);
  const isClick = kind === clickKind;
  const fixed = isClick ? recordLayout.clickFixed : recordLayout.missFixed;
  if (offset + fixed > end) throw outside();
  const to = isClick ? click : miss;
  to.at = view.getFloat64(offset + recordLayout.timeAt, true);
  to.addressStart = offset + recordLayout.addressAt;
  const lengths = offset + (isClick ? recordLayout.clickLengthsAt : recordLayout.missLengthsAt);
  to.userAgentStart = offset + fixed;
  to.referrerStart = to.userAgentEnd = to.userAgentStart + view.getUint16(lengths, true);
  const third = (to.referrerEnd = to.referrerStart + view.getUint16(lengths + 2, true));
  if (isClick) {
    click.flags = bytes[offset + recordLayout.flagsAt] ?? 0;
    click.linkStart = offset + recordLayout.linkAt;
    click.queryStart = third;
    click.languagesStart = click.queryEnd = third + view.getUint16(lengths + 4, true);
    click.languagesEnd = click.languagesStart + view.getUint16(lengths + 6, true);
    if (click.languagesEnd > end) throw outside();
    batch.addClick(frame, click);
    return click.languagesEnd;
  }
  miss.flags = bytes[offset + recordLayout.missFlagsAt] ?? 0;
  miss.reason = knownReason(bytes[offset + recordLayout.reasonAt] ?? 0);
  miss.linkStart = hasLinkOrDomain(bytes, offset + recordLayout.linkAt) ? offset + recordLayout.linkAt : -1;
  miss.languagesStart = third;
  miss.hostStart = miss.languagesEnd = third + view.getUint16(lengths + 4, true);
  miss.pathStart = miss.hostEnd = miss.hostStart + view.getUint16(lengths + 6, true);
  miss.codeStart = miss.pathEnd = miss.pathStart + view.getUint16(lengths + 8, true);
  miss.codeEnd = miss.codeStart + view.getUint16(lengths + 10, true);
  if (miss.codeEnd > end) throw outside();
  batch.addMiss(frame, miss);
  return miss.codeEnd;
}

function addDropped(batch: RecordSink, frame: Source, offset: number, end: number): number {
  if (offset + droppedSize > end) throw outside();
  const { bytes, view } = frame;
  const link = offset + recordLayout.linkAt;
  const time = view.getFloat64(offset + recordLayout.timeAt, true);
  const count = view.getUint32(offset + recordLayout.droppedCountAt, true);
  batch.addDropped(frame, hasLinkOrDomain(bytes, link) ? link : -1, time, count);
  return offset + droppedSize;
}

/** Returns whether the record names a link, or at least its domain: ids and domain are not all zeros. */
function hasLinkOrDomain(bytes: Uint8Array, start: number): boolean {
  for (let i = start; i < start + 36; i++) if (bytes[i] !== 0) return true;
  return false;
}

function knownReason(number: number): number {
  if (number >= missReasons.length) throw new RangeError(`spool record has a miss with the unknown reason ${number}`);
  return number;
}

function outside(): RangeError {
  return new RangeError("spool record is longer than its frame");
}
