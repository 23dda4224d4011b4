import { limits } from "@hoplog/schema/limits.js";
import {
  missReasons,
  type MissReason,
  type RecordedClick,
  type RecordedMiss,
} from "@hoplog/schema/topics/clickBatch/click.js";

/** A leased visit: the lease's id (16 bytes) and the visit's number within it. */
export interface LeasedVisit {
  readonly lease: Uint8Array;
  readonly number: number;
}

/**
 * Version byte at the start of a frame, before the numbering of the frame's clicks: a 12-byte id prefix and the first
 * click's number. Frames of the first version start with the kind of their first record instead.
 */
export const frameVersion = 0x82;
export const frameStart = 17;

export const clickKind = 1;
export const missKind = 2;
/** Kind of a record for a leased visit that the next click has used: the lease's id and a number. */
export const visitKind = 3;
export const visitSize = 21;
/**
 * Kind of a record for dropped requests, for which neither the disk nor memory had space: a reserved byte, time, link
 * and count.
 */
export const droppedKind = 4;
export const droppedSize = 62;

/**
 * Offsets within a record. A link is its id, its owner's id, domain, revision, rule and arm; unknown parts are zeros.
 * The texts follow the fixed part in the order of their length fields.
 */
export const recordLayout = {
  /** Flags of a click; a miss has its reason at the same offset. */
  flagsAt: 1,
  reasonAt: 1,
  timeAt: 2,
  linkAt: 10,
  addressAt: 58,
  clickLengthsAt: 74,
  clickFixed: 82,
  missFlagsAt: 74,
  missLengthsAt: 76,
  missFixed: 88,
  droppedCountAt: 58,
} as const;
const at = recordLayout;

/** Maximum bytes of a record; callers truncate texts accordingly. */
export const maxRecordBytes = 16 * 1024;

/** Writes the version and numbering of a frame; `prefix` is 12 bytes. Returns the offset after them. */
export function writeFrameStart(out: Buffer, offset: number, prefix: Uint8Array, firstClick: number): number {
  out[offset] = frameVersion;
  out.set(prefix, offset + 1);
  out.writeUInt32LE(firstClick, offset + 13);
  return offset + frameStart;
}

/** Writes a leased visit; its click must follow. Returns the offset after it. */
export function writeLeasedVisit(out: Buffer, offset: number, { lease, number }: LeasedVisit): number {
  out[offset] = visitKind;
  out.set(lease, offset + 1);
  out.writeUInt32LE(number, offset + 17);
  return offset + visitSize;
}

/** Copies the leased visit at `offset`; returns null if there is a record of another kind. */
export function leasedVisitAt(bytes: Uint8Array, view: DataView, offset: number, end: number): LeasedVisit | null {
  if (bytes[offset] !== visitKind || offset + visitSize > end) return null;
  return { lease: Uint8Array.from(bytes.subarray(offset + 1, offset + 17)), number: view.getUint32(offset + 17, true) };
}

/**
 * Writes a click at `offset` and returns the offset after it. Callers must truncate texts so that the click stays below
 * {@link maxRecordBytes}.
 */
export function writeClick(out: Buffer, offset: number, click: RecordedClick): number {
  out[offset] = clickKind;
  out[offset + at.flagsAt] = click.flags;
  out.writeDoubleLE(click.at, offset + at.timeAt);
  writeLink(out, offset + at.linkAt, click);
  out.set(click.address, offset + at.addressAt);
  const texts = [click.userAgent, click.referrer, click.query, click.languages ?? ""];
  return writeTexts(out, offset + at.clickLengthsAt, offset + at.clickFixed, texts);
}

export function writeMiss(out: Buffer, offset: number, miss: RecordedMiss): number {
  out[offset] = missKind;
  out[offset + at.reasonAt] = missReasons.indexOf(miss.reason);
  out.writeDoubleLE(miss.at, offset + at.timeAt);
  writeLink(out, offset + at.linkAt, miss);
  out.fill(0, offset + at.addressAt, offset + at.missFixed);
  if (miss.address) out.set(miss.address, offset + at.addressAt);
  out[offset + at.missFlagsAt] = miss.flags ?? 0;
  const texts = [miss.userAgent, miss.referrer, miss.languages, miss.host, miss.path, miss.code];
  return writeTexts(out, offset + at.missLengthsAt, offset + at.missFixed, texts);
}

function writeLink(out: Buffer, offset: number, visit: Partial<RecordedClick>): void {
  out.fill(0, offset, offset + 48);
  if (visit.linkId) out.set(visit.linkId, offset);
  if (visit.ownerId) out.set(visit.ownerId, offset + 16);
  const numbers = [visit.domain, visit.revision, visit.rule, visit.arm];
  for (const [i, number] of numbers.entries()) out.writeUInt32LE(number ?? 0, offset + 32 + i * 4);
}

function writeTexts(out: Buffer, lengthsAt: number, start: number, texts: readonly (string | undefined)[]): number {
  let end = start;
  for (const [i, text] of texts.entries()) {
    const length = out.write(text ?? "", end, "utf8");
    out.writeUInt16LE(length, lengthsAt + i * 2);
    end += length;
  }
  return end;
}

/** Writes a count of dropped requests; `link` contains the link as in a record. Returns the offset after it. */
export function writeDropped(out: Buffer, offset: number, time: number, link: Uint8Array, count: number): number {
  out[offset] = droppedKind;
  out[offset + 1] = 0;
  out.writeDoubleLE(time, offset + at.timeAt);
  out.set(link, offset + at.linkAt);
  out.writeUInt32LE(count, offset + at.droppedCountAt);
  return offset + droppedSize;
}

/** Offsets of a visit's texts in the bytes of its request. */
export interface VisitTexts {
  readonly pathStart: number;
  readonly pathEnd: number;
  readonly hostStart: number;
  readonly hostEnd: number;
  readonly userAgentStart: number;
  readonly userAgentEnd: number;
  readonly refererStart: number;
  readonly refererEnd: number;
  readonly queryStart: number;
  readonly queryEnd: number;
  readonly languagesStart: number;
  readonly languagesEnd: number;
}

/** A link in the replica's encoding: `ids` contains its id followed by its owner's id. */
export interface VisitedLink {
  readonly ids: Uint8Array;
  readonly idsStart: number;
  readonly domain: number;
  readonly revision: number;
  /** Numbers of the rule and arm that chose the destination; 0 for none. */
  readonly rule: number;
  readonly arm: number;
}

/**
 * Writes the same record as {@link writeClick}, but copies the texts, which must be ASCII, directly from `request`
 * without creating strings. Truncates them.
 */
export function writeVisit(
  out: Buffer,
  offset: number,
  time: number,
  flags: number,
  link: VisitedLink,
  address: Uint8Array,
  request: Buffer,
  texts: VisitTexts,
): number {
  out[offset] = clickKind;
  out[offset + at.flagsAt] = flags;
  out.writeDoubleLE(time, offset + at.timeAt);
  copyLink(out, offset + at.linkAt, link);
  for (let i = 0; i < 16; i++) out[offset + at.addressAt + i] = address[i] ?? 0;
  const lengths = offset + at.clickLengthsAt;
  let end = offset + at.clickFixed;
  end = copyText(out, lengths, end, request, texts.userAgentStart, texts.userAgentEnd, limits.userAgentMax);
  end = copyText(out, lengths + 2, end, request, texts.refererStart, texts.refererEnd, limits.referrerMax);
  end = copyText(out, lengths + 4, end, request, texts.queryStart, texts.queryEnd, limits.queryMax);
  return copyText(out, lengths + 6, end, request, texts.languagesStart, texts.languagesEnd, limits.acceptLanguageMax);
}

/**
 * Writes the same record as {@link writeMiss}, but copies from `request` like {@link writeVisit}; `link` is null if
 * none is known.
 */
export function writeMissedVisit(
  out: Buffer,
  offset: number,
  time: number,
  flags: number,
  reason: MissReason,
  link: VisitedLink | null,
  address: Uint8Array,
  code: string,
  request: Buffer,
  texts: VisitTexts,
): number {
  out[offset] = missKind;
  out[offset + at.reasonAt] = missReasons.indexOf(reason);
  out.writeDoubleLE(time, offset + at.timeAt);
  if (link) copyLink(out, offset + at.linkAt, link);
  else out.fill(0, offset + at.linkAt, offset + at.addressAt);
  for (let i = 0; i < 16; i++) out[offset + at.addressAt + i] = address[i] ?? 0;
  out[offset + at.missFlagsAt] = flags;
  out[offset + at.missFlagsAt + 1] = 0;
  const lengths = offset + at.missLengthsAt;
  let end = offset + at.missFixed;
  end = copyText(out, lengths, end, request, texts.userAgentStart, texts.userAgentEnd, limits.userAgentMax);
  end = copyText(out, lengths + 2, end, request, texts.refererStart, texts.refererEnd, limits.referrerMax);
  end = copyText(out, lengths + 4, end, request, texts.languagesStart, texts.languagesEnd, limits.acceptLanguageMax);
  end = copyText(out, lengths + 6, end, request, texts.hostStart, texts.hostEnd, limits.hostMax);
  end = copyText(out, lengths + 8, end, request, texts.pathStart, texts.pathEnd, limits.missPathMax);
  return writeTexts(out, lengths + 10, end, [code]);
}

function copyLink(out: Buffer, offset: number, link: VisitedLink): void {
  const { ids, idsStart, domain, revision, rule, arm } = link;
  for (let i = 0; i < 32; i++) out[offset + i] = ids[idsStart + i] ?? 0;
  out.writeUInt32LE(domain, offset + 32);
  out.writeUInt32LE(revision, offset + 36);
  out.writeUInt32LE(rule, offset + 40);
  out.writeUInt32LE(arm, offset + 44);
}

function copyText(
  out: Buffer,
  lengthAt: number,
  to: number,
  source: Buffer,
  start: number,
  end: number,
  maxLength: number,
): number {
  const length = Math.min(end - start, maxLength);
  if (length > 0) source.copy(out, to, start, start + length);
  out[lengthAt] = length & 0xff;
  out[lengthAt + 1] = length >> 8;
  return to + length;
}
