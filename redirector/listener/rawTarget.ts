import { incomplete, maxHeadBytes } from "./requestHead.ts";

const lineFeed = 0x0a;
const blank = 0x20;
const slash = 0x2f;
const del = 0x7f;
const percent = 0x25;
const longestMethod = 7;
const hexDigits = Buffer.from("0123456789ABCDEF");

/**
 * The bytes from `start` on, with what is not ASCII in the target of the request there percent-encoded: HTTP parsers refuse
 * it, though some programs send URLs without encoding them. Null if there is nothing to encode; {@link incomplete} while the
 * end of the target is missing.
 */
export function withEncodedTarget(bytes: Buffer, start: number): Buffer | typeof incomplete | null {
  const targetStart = targetAt(bytes, start);
  if (targetStart === null) return null;
  let raw = 0;
  let end = targetStart;
  for (let byte = bytes[end]; byte !== undefined && byte > blank && byte !== del; byte = bytes[++end]) {
    if (byte > del) raw++;
  }
  if (raw === 0) return null;
  if (end === bytes.length) return end - start > maxHeadBytes ? null : incomplete;
  const encoded = Buffer.alloc(end - targetStart + 2 * raw);
  let to = 0;
  for (const byte of bytes.subarray(targetStart, end)) {
    if (byte <= del) {
      encoded[to++] = byte;
      continue;
    }
    encoded[to++] = percent;
    encoded[to++] = hexDigits[byte >> 4] ?? 0;
    encoded[to++] = hexDigits[byte & 15] ?? 0;
  }
  return Buffer.concat([bytes.subarray(start, targetStart), encoded, bytes.subarray(end)]);
}

/** What Node's HTTP server reports of bytes that it refuses. */
interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: unknown;
  readonly bytesParsed?: unknown;
}

/**
 * The bytes from the request on whose target Node's parser has refused, if {@link withEncodedTarget} makes one of it that it
 * takes; null for any other refusal. A target that began in an earlier packet is not found.
 */
export function refusedTarget({ code, rawPacket, bytesParsed }: ParserError): Buffer | null {
  if (code !== "HPE_INVALID_URL" || !Buffer.isBuffer(rawPacket) || typeof bytesParsed !== "number") return null;
  // No target holds the end of a line: its request begins behind the last one.
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf(lineFeed, bytesParsed - 1) + 1;
  const targetStart = targetAt(rawPacket, start);
  const isInTarget = targetStart !== null && targetStart < bytesParsed;
  return isInTarget && withEncodedTarget(rawPacket, start) !== null ? rawPacket.subarray(start) : null;
}

/** Where the path behind a method begins; null for anything else. */
function targetAt(bytes: Buffer, start: number): number | null {
  let at = start;
  while (at - start <= longestMethod && isUpperCase(bytes[at])) at++;
  return at > start && bytes[at] === blank && bytes[at + 1] === slash ? at + 1 : null;
}

function isUpperCase(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x41 && byte <= 0x5a;
}
