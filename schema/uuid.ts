/** Formats 16 bytes as a UUID, `00112233-…`. */
export function uuidText(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, 16).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Returns the 16 bytes of a UUID. */
export function uuidBytes(text: string): Buffer {
  return Buffer.from(text.replaceAll("-", ""), "hex");
}
