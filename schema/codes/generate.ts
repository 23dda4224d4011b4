/** Letters and digits without the look-alikes 0 O o 1 I l i. 55 signs. */
export const codeAlphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz";

/** 55^8 is 8.4e13: with a billion links, one guess in 84,000 hits. */
export const generatedCodeLength = 8;

/** Below this value a random byte maps to the alphabet without bias. */
const unbiased = 256 - (256 % codeAlphabet.length);

/**
 * Makes a code from `random`, which is called for that many cryptographically random bytes as often as needed
 * (bytes that would favour some signs are thrown away).
 */
export function generateCode(random: (size: number) => Uint8Array, length = generatedCodeLength): string {
  let code = "";
  while (code.length < length) {
    for (const byte of random(length * 2)) {
      if (byte < unbiased && code.length < length) code += codeAlphabet[byte % codeAlphabet.length];
    }
  }
  return code;
}
