import { decodeLinkRecord } from "@hoplog/schema/topics/linkRecord.js";
import { encodeEntry, urlAt } from "./linkEntry.ts";

/**
 * The entry of a `links.v1` value. What `encodeLinkRecord` writes for ASCII addresses is taken over byte by byte, which
 * is what makes building a replica of millions quick; anything else is read as JSON. Throws for bytes that are no
 * link record.
 */
export function entryOfValue(value: Uint8Array): Buffer {
  return plainEntry(value) ?? encodeEntry(decodeLinkRecord(value));
}

const linkIdKey = codes('{"linkId":"');
const ownerIdKey = codes('","ownerId":"');
const revisionKey = codes('","revision":');
const urlKey = codes(',"url":"');
const activeTail = codes('","active":true}');
const inactiveTail = codes('","active":false}');
const idLength = 36;
const maxDigits = 9;

/** Null when the value is not of the plainest form. */
function plainEntry(value: Uint8Array): Buffer | null {
  const isActive = endsWith(value, activeTail);
  const tail = isActive ? activeTail : inactiveTail;
  if (!isActive && !endsWith(value, inactiveTail)) return null;
  const linkIdAt = linkIdKey.length;
  const ownerIdAt = linkIdAt + idLength + ownerIdKey.length;
  const revisionAt = ownerIdAt + idLength + revisionKey.length;
  if (!has(value, 0, linkIdKey) || !has(value, linkIdAt + idLength, ownerIdKey)) return null;
  if (!has(value, ownerIdAt + idLength, revisionKey)) return null;
  let at = revisionAt;
  let revision = 0;
  for (let digit = 0; (digit = (value[at] ?? 0) - 0x30) >= 0 && digit <= 9; at++) revision = revision * 10 + digit;
  const isWhole =
    at > revisionAt && at - revisionAt <= maxDigits && (value[revisionAt] !== 0x30 || at === revisionAt + 1);
  if (!isWhole || !has(value, at, urlKey)) return null;
  const start = at + urlKey.length;
  const end = value.length - tail.length;
  if (end < start) return null;
  const entry = Buffer.allocUnsafe(urlAt + end - start);
  entry[0] = isActive ? 1 : 0;
  entry.writeUInt32LE(revision, 1);
  if (!copyId(value, linkIdAt, entry, 5) || !copyId(value, ownerIdAt, entry, 21)) return null;
  for (let from = start, to = urlAt; from < end; from++, to++) {
    const byte = value[from] ?? 0;
    if (byte <= 0x20 || byte >= 0x7f || byte === 0x22 || byte === 0x5c) return null;
    entry[to] = byte;
  }
  return entry;
}

const notHex = 255;
const hexValues = Uint8Array.from({ length: 256 }, (_, byte) => {
  const value = "0123456789abcdef".indexOf(String.fromCharCode(byte));
  return value < 0 ? notHex : value;
});

/** False where there is no UUID in lower case. */
function copyId(value: Uint8Array, from: number, out: Buffer, to: number): boolean {
  let at = from;
  for (let i = 0; i < 16; i++) {
    if ((i === 4 || i === 6 || i === 8 || i === 10) && value[at++] !== 0x2d) return false;
    const high = hexValues[value[at] ?? 0] ?? notHex;
    const low = hexValues[value[at + 1] ?? 0] ?? notHex;
    if (high === notHex || low === notHex) return false;
    out[to + i] = high * 16 + low;
    at += 2;
  }
  return true;
}

function has(value: Uint8Array, at: number, expected: Uint8Array): boolean {
  for (let i = 0; i < expected.length; i++) if (value[at + i] !== expected[i]) return false;
  return true;
}

function endsWith(value: Uint8Array, expected: Uint8Array): boolean {
  return value.length >= expected.length && has(value, value.length - expected.length, expected);
}

function codes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
