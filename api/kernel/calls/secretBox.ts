import { createSealer } from "@hoplog/platform/sealing/sealer.js";

/** Encrypts secrets that are stored, so that a leaked copy of the database does not reveal them. */
export interface SecretBox {
  /** Encrypts a secret for one row; it cannot be decrypted for another row. */
  seal(id: string, secret: string): Buffer;
  /** Decrypts a secret; null if it was sealed with another TOKEN_SECRET or for another row, or was altered. */
  open(id: string, sealed: Uint8Array): string | null;
}

/** Creates a secret box. `random` must be cryptographically secure. */
export function createSecretBox(tokenSecret: string, random: (size: number) => Uint8Array): SecretBox {
  return createSealer([tokenSecret], "hoplog secrets of click exports", random);
}
