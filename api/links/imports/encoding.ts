import { UnreadableFile } from "./utf8.ts";

export const encodings = ["utf16le", "utf16be"] as const;
/** Encodings that are converted to UTF-8 before a file is parsed. */
export type Encoding = (typeof encodings)[number];

/** Number of bytes from which an encoding without a byte-order mark is detected. */
const headBytes = 1000;

/** Detects UTF-16 by its byte-order mark, or by zero bytes in every other place. Null for any other encoding. */
export function encodingOf(bytes: Uint8Array): Encoding | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf16le";
  if (first === 0xfe && second === 0xff) return "utf16be";
  const zeros = [0, 0];
  const head = bytes.subarray(0, headBytes);
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Headings are mostly ASCII, whose high bytes are zero.
  const enough = head.length / 8;
  if (odd > enough && odd > 4 * even) return "utf16le";
  return even > enough && even > 4 * odd ? "utf16be" : null;
}

/** The decoded bytes as UTF-8, and the number of trailing input bytes that are an incomplete character. */
export interface Decoded {
  readonly utf8: Uint8Array;
  readonly left: number;
}

/**
 * Decodes UTF-16 with its byte-order mark, if any. Throws UnreadableFile for unpaired surrogates, and for an incomplete
 * character at the end of the file.
 */
export function decode(bytes: Uint8Array, encoding: Encoding, isLast: boolean): Decoded {
  const whole = bytes.length - (bytes.length % 2);
  const endsInside = whole > 0 && isHighSurrogate(bytes[whole - (encoding === "utf16le" ? 1 : 2)] ?? 0);
  const end = isLast ? bytes.length : endsInside ? whole - 2 : whole;
  try {
    const decoder = new TextDecoder(encoding === "utf16le" ? "utf-16le" : "utf-16be", { fatal: true, ignoreBOM: true });
    return { utf8: Buffer.from(decoder.decode(bytes.subarray(0, end))), left: bytes.length - end };
  } catch {
    throw new UnreadableFile("The file is not valid UTF-16. Save it as CSV in UTF-8");
  }
}

/** Converts UTF-8 to UTF-16 without a byte-order mark; the inverse of {@link decode}. */
export function encode(utf8: Uint8Array, encoding: Encoding): Uint8Array {
  const bytes = Buffer.from(Buffer.from(utf8).toString("utf8"), "utf16le");
  return encoding === "utf16le" ? bytes : bytes.swap16();
}

function isHighSurrogate(highByte: number): boolean {
  return highByte >= 0xd8 && highByte <= 0xdb;
}
