import { createSealer } from "@hoplog/platform/sealing/sealer.js";

/** Keeps secrets of others' systems, which we have to send there, so that a copy of the database alone doesn't give them away. */
export interface SecretBox {
  /** Bound to the row that it is of: in another one it can't be opened. */
  seal(id: string, secret: string): Buffer;
  /** Null for what was sealed under another TOKEN_SECRET, for another row, or was changed. */
  open(id: string, sealed: Uint8Array): string | null;
}

/** `random` gives bytes that nobody can guess. */
export function createSecretBox(tokenSecret: string, random: (size: number) => Uint8Array): SecretBox {
  return createSealer([tokenSecret], "hoplog secrets of click exports", random);
}
