import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";

// hop_ + 30 random signs + 6 signs of a checksum, all of base 62: what scans texts for leaked keys finds them by
// /\bhop_[0-9A-Za-z]{36}\b/ and tells real ones from others without asking anybody. As GitHub's tokens have it.

const prefix = "hop_";
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretLength = 30;
const checksumLength = 6;
const pattern = /^hop_[0-9A-Za-z]{36}$/;
/** So many signs after the prefix are shown of a key. */
const shownSigns = 6;

/** Below the largest multiple of 62 that a byte holds: each sign is as likely as the others. */
const fairBytes = 248;

/** A new key of 178 random bits. */
export function newKeyToken(random: (size: number) => Uint8Array): string {
  let secret = "";
  while (secret.length < secretLength) {
    for (const byte of random(secretLength)) {
      if (byte < fairBytes && secret.length < secretLength) secret += alphabet[byte % alphabet.length];
    }
  }
  return `${prefix}${secret}${checksumOf(secret)}`;
}

/** Whether a bearer token is meant as an API key. */
export function isKeyToken(token: string): boolean {
  return token.startsWith(prefix);
}

/** Whether it can be a key of ours, as far as its checksum tells. */
export function isWellFormed(token: string): boolean {
  const secret = token.slice(prefix.length, prefix.length + secretLength);
  return pattern.test(token) && token.endsWith(checksumOf(secret));
}

/** What is stored of a key: its SHA-256, in hex. No salt is needed, since keys are random. */
export function keyHash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** What is shown of a key once it is made. */
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
