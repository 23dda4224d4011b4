import { hash } from "node:crypto";

/** Length of a day's salt and of a user agent's digest. With the address they make one block of SHA-256. */
export const saltSize = 16;

const input = Buffer.alloc(48);

/**
 * Tells visitors of one day apart: 64 bits of SHA-256 over the day's secret salt, the address and the user agent. The
 * length is fixed and the result cut, so putting the key in front is as good as an HMAC, at a tenth of the time.
 * Writes 8 bytes, little-endian, to `out`.
 */
export function writeVisitor(
  salt: Uint8Array,
  addresses: Uint8Array,
  addressAt: number,
  agentDigest: Uint8Array,
  out: DataView,
  outAt: number,
): void {
  input.set(salt, 0);
  input.set(addresses.subarray(addressAt, addressAt + 16), 16);
  input.set(agentDigest, 32);
  // A string of bytes is made without a buffer, and read without parsing.
  const digest = hash("sha256", input, "binary");
  for (let i = 0; i < 8; i++) out.setUint8(outAt + 7 - i, digest.charCodeAt(i));
}

export function agentDigest(userAgent: string): Uint8Array {
  return hash("sha256", userAgent, "buffer").subarray(0, saltSize);
}
