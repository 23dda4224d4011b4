/** 55 letters and digits, without the look-alikes 0 O o 1 I l i. */
export const codeAlphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz";

/** 55^8 is 8.4e13: with a billion links, one guess in 84,000 hits. */
export const generatedCodeLength = 8;

/** Below this value a random byte maps to the alphabet without bias. */
const unbiased = 256 - (256 % codeAlphabet.length);

/**
 * Generates a code. `random` is called as often as needed and must return `size` cryptographically random bytes; bytes
 * that would make some characters more likely are discarded.
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
