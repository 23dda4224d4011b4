import { randomUUID } from "node:crypto";
import { limits } from "@hoplog/schema/limits.js";
import { SignJWT } from "jose";

/** A token as the api gives one to somebody who signs in, signed with its secret; of a session that nobody has. */
export async function accessToken(secret: string, userId: string): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1000);
  return new SignJWT({ sid: randomUUID() })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(userId)
    .setAudience("hoplog")
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + limits.accessTokenSeconds)
    .sign(new TextEncoder().encode(secret));
}
