import { createSealer } from "@hoplog/platform/sealing/sealer.js";

/**
 * Encrypts secrets of third-party systems that we must send there, so that a leaked copy of the database doesn't reveal
 * them.
 */
export interface SecretBox {
  /** Encrypts a secret, bound to its row: it can't be opened in another one. */
  seal(id: string, secret: string): Buffer;
  /** Decrypts a secret; null if it was sealed with another TOKEN_SECRET or for another row, or was altered. */
  open(id: string, sealed: Uint8Array): string | null;
}

/** `random` must be cryptographically secure. */
export function createSecretBox(tokenSecret: string, random: (size: number) => Uint8Array): SecretBox {
  return createSealer([tokenSecret], "hoplog secrets of click exports", random);
}
