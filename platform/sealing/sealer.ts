import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";

/** Encrypts texts for storage with AES-256-GCM, so that a copy of the storage without the secret reveals nothing. */
export interface Sealer {
  /** Encrypts `text`. `context` identifies the row or record: sealed bytes can't be opened for another one. */
  seal(context: string, text: string): Buffer;
  /** Returns the text; null if the bytes were sealed with another secret or for another context, or have changed. */
  open(context: string, sealed: Uint8Array): string | null;
  /** Returns whether bytes were sealed with the first secret. */
  isCurrent(context: string, sealed: Uint8Array): boolean;
}

const [nonceBytes, tagBytes] = [12, 16];

/**
 * Derives a key from each secret for one purpose; the first one seals, and all of them can open. `random` returns
 * cryptographically random bytes. Throws a RangeError without secrets.
 */
export function createSealer(
  secrets: readonly string[],
  purpose: string,
  random: (size: number) => Uint8Array,
): Sealer {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync("sha256", secret, "", purpose, 32)));
  const [current] = keys;
  if (!current) throw new RangeError("a sealer needs at least one secret");
  return {
    seal(context, text) {
      const nonce = random(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", current, nonce).setAAD(Buffer.from(context));
      return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
    },
    open(context, sealed) {
      for (const key of keys) {
        const text = openWith(key, context, sealed);
        if (text !== null) return text;
      }
      return null;
    },
    isCurrent: (context, sealed) => openWith(current, context, sealed) !== null,
  };
}

function openWith(key: Uint8Array, context: string, sealed: Uint8Array): string | null {
  if (sealed.length < nonceBytes + tagBytes) return null;
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(sealed.length - tagBytes));
  try {
    const text = decipher.update(sealed.subarray(nonceBytes, sealed.length - tagBytes));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
