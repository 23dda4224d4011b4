/**
 * A NOTIFY payload: a number that is unique per message, a character, and then either the message itself (`=`) or the
 * id of its row in bus_message (`@`).
 */
export type Frame =
  | { readonly kind: "text"; readonly payload: string }
  | { readonly kind: "reference"; readonly id: string };

/**
 * Maximum bytes of a message within a notification: Postgres rejects payloads of 8,000 bytes, of which the message's
 * number takes some.
 */
const maxBytes = 7900;

/** Returns whether a message fits into a NOTIFY payload, which can't contain NUL either. */
export function fitsInline(payload: string): boolean {
  return payload.length <= maxBytes && Buffer.byteLength(payload, "utf8") <= maxBytes && !payload.includes("\0");
}

export function frameText(number: string, payload: string): string {
  return `${number}=${payload}`;
}

export function frameReference(number: string, id: string): string {
  return `${number}@${id}`;
}

/** Parses a notification; null if it contains neither `=` nor `@`. */
export function parseFrame(frame: string): Frame | null {
  const at = frame.search(/[=@]/);
  if (at < 0) return null;
  const rest = frame.slice(at + 1);
  return frame[at] === "=" ? { kind: "text", payload: rest } : { kind: "reference", id: rest };
}
