import { createHash } from "node:crypto";
import type { Randomness } from "../../kernel/calls/capabilities.ts";

const bytes = 24;

/** Creates a 192-bit secret: too long to guess, so one round of SHA-256 is enough. */
export function newToken({ random }: Randomness): { readonly token: string; readonly tokenHash: string } {
  const token = Buffer.from(random(bytes)).toString("base64url");
  return { token, tokenHash: hashOf(token) };
}

export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
