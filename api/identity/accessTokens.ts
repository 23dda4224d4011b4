import { limits } from "@hoplog/schema/limits.js";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";

export interface AccessClaims {
  readonly userId: string;
  readonly sessionId: string;
  /** When the token ends, in seconds since the epoch. */
  readonly expiresAt: number;
}

export interface AccessTokens {
  issue(userId: string, sessionId: string): Promise<string>;
  /** Null for every token that is not ours, or has expired. */
  verify(token: string): Promise<AccessClaims | null>;
}

const payloadSchema = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.number() });
const algorithm = "HS256";
const audience = "hoplog";

export function createAccessTokens(secret: string, now: () => Date): AccessTokens {
  const key = new TextEncoder().encode(secret);
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
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: [algorithm], audience, currentDate: now() });
        const { sub, sid, exp } = payloadSchema.parse(payload);
        return { userId: sub, sessionId: sid, expiresAt: exp };
      } catch {
        return null;
      }
    },
  };
}
