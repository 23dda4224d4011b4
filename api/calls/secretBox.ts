import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";

/** Keeps secrets of others' systems, which we have to send there, so that a copy of the database alone doesn't give them away. */
export interface SecretBox {
  /** Bound to the row that it is of: in another one it can't be opened. */
  seal(id: string, secret: string): Buffer;
  /** Null for what was sealed under another TOKEN_SECRET, for another row, or was changed. */
  open(id: string, sealed: Uint8Array): string | null;
}

const [nonceBytes, tagBytes] = [12, 16];

/** `random` gives bytes that nobody can guess. */
export function createSecretBox(tokenSecret: string, random: (size: number) => Uint8Array): SecretBox {
  const key = Buffer.from(hkdfSync("sha256", tokenSecret, "", "hoplog secrets of click exports", 32));
  return {
    seal(id, secret) {
      const nonce = random(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(id));
      return Buffer.concat([nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
    },
    open(id, sealed) {
      if (sealed.length < nonceBytes + tagBytes) return null;
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(id))
        .setAuthTag(sealed.subarray(sealed.length - tagBytes));
      try {
        const text = decipher.update(sealed.subarray(nonceBytes, sealed.length - tagBytes));
        return Buffer.concat([text, decipher.final()]).toString("utf8");
      } catch {
        return null;
      }
    },
  };
}
