import { createHmac } from "node:crypto";
import { limits } from "@hoplog/schema/limits.js";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";

export interface AccessClaims {
  readonly userId: string;
  readonly sessionId: string;
  /** Expiry of the token, in seconds since the epoch. */
  readonly expiresAt: number;
}

/** Refresh tokens, each of which works once. */
export interface RefreshTokens {
  /** Derives a token's successor: always the same, and unpredictable without the secret. */
  successorOf(token: string): string;
}

export function createRefreshTokens(secret: string): RefreshTokens {
  const key = createHmac("sha256", secret).update("hoplog refresh tokens").digest();
  return { successorOf: (token) => createHmac("sha256", key).update(token).digest("base64url") };
}

export interface AccessTokens {
  issue(userId: string, sessionId: string): Promise<string>;
  /** Returns null for an invalid or expired token. */
  verify(token: string): Promise<AccessClaims | null>;
}

const payloadSchema = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.number() });
const algorithm = "HS256";
const audience = "hoplog";

/** Maximum verified tokens in the cache; a page's calls repeat the same one. */
const remembered = 10_000;

export function createAccessTokens(secret: string, now: () => Date): AccessTokens {
  const key = new TextEncoder().encode(secret);
  const verified = new Map<string, AccessClaims>();
  return {
    async issue(userId, sessionId) {
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm })
        .setSubject(userId)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + limits.accessTokenSeconds)
        .sign(key);
    },
    async verify(token) {
      const known = verified.get(token);
      if (known && known.expiresAt * 1000 > now().getTime()) return known;
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: [algorithm], audience, currentDate: now() });
        const { sub, sid, exp } = payloadSchema.parse(payload);
        const claims = { userId: sub, sessionId: sid, expiresAt: exp };
        if (verified.size >= remembered) verified.clear();
        verified.set(token, claims);
        return claims;
      } catch {
        return null;
      }
    },
  };
}
