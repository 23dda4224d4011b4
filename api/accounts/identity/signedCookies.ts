import { jwtVerify, SignJWT } from "jose";
import type { z } from "zod";

/** Purpose of a cookie; cookies for another purpose are invalid. */
export type CookiePurpose = "google flow" | "google identity" | "google sign-in" | "shared page" | "session" | "device";

/** Signed values that a browser stores for us. */
export interface SignedCookies {
  sign(purpose: CookiePurpose, value: Readonly<Record<string, string>>, seconds: number): Promise<string>;
  /** Reads a cookie; null if it is missing, forged, of another purpose, or too old. */
  read<S extends z.ZodType>(purpose: CookiePurpose, schema: S, cookie: string | undefined): Promise<z.output<S> | null>;
}

const algorithm = "HS256";

export function createSignedCookies(secret: string, now: () => Date): SignedCookies {
  const key = new TextEncoder().encode(secret);
  const audience = (purpose: CookiePurpose) => `hoplog cookie: ${purpose}`;
  return {
    async sign(purpose, value, seconds) {
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT({ value })
        .setProtectedHeader({ alg: algorithm })
        .setAudience(audience(purpose))
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + seconds)
        .sign(key);
    },
    async read(purpose, schema, cookie) {
      if (!cookie) return null;
      try {
        const options = { algorithms: [algorithm], audience: audience(purpose), currentDate: now() };
        const { payload } = await jwtVerify(cookie, key, options);
        return schema.parse(payload["value"]);
      } catch {
        return null;
      }
    },
  };
}
