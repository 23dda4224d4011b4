import { defineEntity, p } from "@mikro-orm/core";

/** One sign-in and all refresh tokens that descend from it. No projection: it is erased freely. */
export const SessionRow = defineEntity({
  name: "SessionRow",
  tableName: "session",
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    createdAt: p.datetime(3),
    revokedAt: p.datetime(3).strictNullable(),
    revokedBecause: p.text().strictNullable(),
  },
});

/** Refresh tokens by the SHA-256 of their text, in hex. */
export const RefreshTokenRow = defineEntity({
  name: "RefreshTokenRow",
  tableName: "refresh_token",
  properties: {
    hash: p.text().primary(),
    sessionId: p.uuid(),
    issuedAt: p.datetime(3),
    expiresAt: p.datetime(3),
    usedAt: p.datetime(3).strictNullable(),
  },
});
