import { generateURI, verifySync } from "otplib";

/** Characters of base32 (RFC 4648). All 32 are equally likely, because 256 is a multiple of 32. */
const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** 160 bits, the length of a SHA-1 key that RFC 4226 recommends. */
const secretLength = 32;
const stepSeconds = 30;

/** Creates a secret in base32. `random` must be cryptographically secure. */
export function newTotpSecret(random: (size: number) => Uint8Array): string {
  return Array.from(random(secretLength), (byte) => base32[byte % base32.length]).join("");
}

/** Returns the URI that authenticator apps read from a QR code. */
export function totpUri(issuer: string, email: string, secret: string): string {
  return generateURI({ issuer, label: email, secret });
}

/**
 * Returns the time step of a code (RFC 6238 with SHA-1, 6 digits and 30 s), which may be one step early or late; null
 * for a wrong code, and for a step that is not after `lastStep`, because no code works twice.
 */
export function totpStepOf(secret: string, code: string, now: Date, lastStep: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(now.getTime() / 1000);
  const found = verifySync({ secret, token: code, epoch, epochTolerance: stepSeconds });
  return found.valid && "timeStep" in found && found.timeStep > lastStep ? found.timeStep : null;
}
