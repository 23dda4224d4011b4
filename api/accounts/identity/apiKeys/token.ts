import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";

// hop_ + 30 random characters + 6 checksum characters, all base 62: secret scanners find keys by
// /\bhop_[0-9A-Za-z]{36}\b/ and validate the checksum offline, as with GitHub's tokens.

const prefix = "hop_";
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretLength = 30;
const checksumLength = 6;
const pattern = /^hop_[0-9A-Za-z]{36}$/;
/** Number of characters after the prefix that are shown. */
const shownSigns = 6;

/** Largest multiple of 62 in a byte. Larger bytes are skipped, so that all characters are equally likely. */
const fairBytes = 248;

/** Creates a key of 178 random bits. */
export function newKeyToken(random: (size: number) => Uint8Array): string {
  let secret = "";
  while (secret.length < secretLength) {
    for (const byte of random(secretLength)) {
      if (byte < fairBytes && secret.length < secretLength) secret += alphabet[byte % alphabet.length];
    }
  }
  return `${prefix}${secret}${checksumOf(secret)}`;
}

/** Returns whether a bearer token has the prefix of an API key. */
export function isKeyToken(token: string): boolean {
  return token.startsWith(prefix);
}

/** Returns whether a token has the form of a key and a valid checksum. */
export function isWellFormed(token: string): boolean {
  const secret = token.slice(prefix.length, prefix.length + secretLength);
  return pattern.test(token) && token.endsWith(checksumOf(secret));
}

/** Returns the SHA-256 of a key in hex, which is what is stored. Keys are random, so no salt is needed. */
export function keyHash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Returns the part of a key that is shown after its creation. */
export function shownPrefix(token: string): string {
  return token.slice(0, prefix.length + shownSigns);
}

function checksumOf(secret: string): string {
  let value = crc32(secret);
  let text = "";
  while (text.length < checksumLength) {
    text = `${alphabet[value % alphabet.length]}${text}`;
    value = Math.floor(value / alphabet.length);
  }
  return text;
}
