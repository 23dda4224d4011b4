import { createHmac, timingSafeEqual } from "node:crypto";

const name = "hoplog_pass";
const version = 1;
const maxAgeSeconds = 12 * 60 * 60;

/** The scope of a cookie: one link at one code, with its current password. */
export interface ProtectedLink {
  readonly linkId: Uint8Array;
  /** The code as spelled by the link, not by the visitor. */
  readonly code: string;
  /** Signing key: changing the password invalidates all earlier cookies. */
  readonly passwordHash: string;
}

/** Returns the Set-Cookie value for a visitor who gave the password; `at` is in milliseconds. */
export function passCookie(
  link: ProtectedLink,
  at: number,
  { path, isSecure }: { readonly path: string; readonly isSecure: boolean },
): string {
  const expiry = Math.floor(at / 1000) + maxAgeSeconds;
  const value = `${version}.${expiry}.${signatureOf(link, expiry).toString("base64url")}`;
  const secure = isSecure ? "; Secure" : "";
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

const values = new RegExp(`(?:^|;)\\s*${name}=${version}\\.(\\d{1,12})\\.([\\w-]{43})(?=\\s*(?:;|$))`, "g");
/** Maximum number of cookies checked: a browser may send several, set for other paths or parent domains. */
const maxCookies = 4;

/** Returns whether the Cookie header contains a valid cookie for the link at that time. */
export function hasPass(cookies: string, link: ProtectedLink, at: number): boolean {
  // Rejected, because anyone could sign with an empty key.
  if (link.passwordHash === "" || !cookies.includes(name)) return false;
  let looked = 0;
  for (const [, expiry = "", signature = ""] of cookies.matchAll(values)) {
    if (++looked > maxCookies) return false;
    if (Number(expiry) * 1000 <= at) continue;
    if (timingSafeEqual(Buffer.from(signature, "base64url"), signatureOf(link, Number(expiry)))) return true;
  }
  return false;
}

function signatureOf({ linkId, code, passwordHash }: ProtectedLink, expiry: number): Buffer {
  return createHmac("sha256", passwordHash).update(linkId).update(`${version}\n${code}\n${expiry}`).digest();
}
