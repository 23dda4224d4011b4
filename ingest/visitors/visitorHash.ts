import { createCipheriv, hash } from "node:crypto";
import { wordsOf } from "../native/bytes.ts";

/** Length of a day's salt, which is a key of AES-128. */
export const saltSize = 16;

/** Length of a user agent's digest, in words of 32 bits. With the address it makes two blocks of AES. */
export const digestWords = 4;

/**
 * Tells visitors of one day apart: 64 bits of the CBC-MAC, by AES-128 under the day's secret salt, over the address and
 * the user agent. All inputs are two blocks long, which is what makes it a pseudo-random function. Many are hashed at
 * once: two calls for a batch instead of one for each click. `addresses` has 16 bytes a row; row `i` has the digest
 * `digests[rows[i]]`. Returns two words a row, the lower one first.
 */
export function visitorHashes(
  salt: Uint8Array,
  addresses: Uint8Array,
  digests: Uint32Array,
  rows: Uint32Array,
): Uint32Array {
  // All blocks are different messages here: encrypting each by itself chains nothing and leaks nothing.
  const cipher = createCipheriv("aes-128-ecb", salt, null).setAutoPadding(false);
  const blocks = wordsOf(cipher.update(addresses));
  for (let i = 0; i < rows.length; i++) {
    const from = (rows[i] ?? 0) * digestWords;
    for (let word = 0; word < digestWords; word++) {
      blocks[i * digestWords + word] = (blocks[i * digestWords + word] ?? 0) ^ (digests[from + word] ?? 0);
    }
  }
  const macs = wordsOf(cipher.update(blocks));
  const out = new Uint32Array(rows.length * 2);
  for (let i = 0; i < rows.length; i++) {
    out[2 * i] = macs[4 * i] ?? 0;
    out[2 * i + 1] = macs[4 * i + 1] ?? 0;
  }
  return out;
}

export function agentDigest(userAgent: string): Uint32Array {
  return wordsOf(hash("sha256", userAgent, "buffer")).subarray(0, digestWords);
}
