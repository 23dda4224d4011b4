import { METHODS } from "node:http";
import { incomplete, maxHeadBytes } from "./requestHead.ts";

const blank = 0x20;
const slash = 0x2f;
const del = 0x7f;
const percent = 0x25;
const longestMethod = 7;
const hexDigits = Buffer.from("0123456789ABCDEF");

/**
 * Returns the bytes from `start` on with non-ASCII bytes of the request target percent-encoded: HTTP parsers reject
 * them, though some clients send URLs unencoded. Returns null if there is nothing to encode or the target is too long,
 * or {@link incomplete} while the end of the target is missing.
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

/** Error properties that Node's HTTP server sets when it rejects bytes. */
interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: unknown;
  readonly bytesParsed?: unknown;
}

/**
 * If Node's parser rejected the target of a request and {@link withEncodedTarget} can make it acceptable, returns the
 * bytes from that request on; null for any other error. A target that began in an earlier packet is not found.
 */
export function refusedTarget({ code, rawPacket, bytesParsed }: ParserError): Buffer | null {
  if (code !== "HPE_INVALID_URL" || !Buffer.isBuffer(rawPacket) || typeof bytesParsed !== "number") return null;
  if (bytesParsed === 0) return null;
  // A target contains no blank, whereas the body before a request may end in any bytes, even in letters.
  const blankAt = rawPacket.lastIndexOf(blank, bytesParsed - 1);
  const method = blankAt < 0 ? undefined : METHODS.find((name) => endsWith(rawPacket, blankAt, name));
  if (method === undefined) return null;
  const start = blankAt - method.length;
  return withEncodedTarget(rawPacket, start) === null ? null : rawPacket.subarray(start);
}

/** Returns the offset of the path after a method; null for anything else. */
function targetAt(bytes: Buffer, start: number): number | null {
  let at = start;
  while (at - start <= longestMethod && isUpperCase(bytes[at])) at++;
  return at > start && bytes[at] === blank && bytes[at + 1] === slash ? at + 1 : null;
}

function endsWith(bytes: Buffer, end: number, text: string): boolean {
  return end >= text.length && bytes.toString("latin1", end - text.length, end) === text;
}

function isUpperCase(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x41 && byte <= 0x5a;
}
