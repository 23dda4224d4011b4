import { defineEntity, type InferEntity, p } from "@mikro-orm/core";

/** Projection of the user streams. */
export const UserRow = defineEntity({
  name: "UserRow",
  tableName: "user_account",
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    email: p.text(),
    contactNumber: p.text(),
    emailVerified: p.boolean(),
    isGoogleUser: p.boolean(),
    createdAt: p.datetime(3),
    lastLogin: p.datetime(3).strictNullable(),
  },
});

export type UserRow = InferEntity<typeof UserRow>;

/** Projection of the user streams: banned accounts. */
export const AccountBanRow = defineEntity({
  name: "AccountBanRow",
  tableName: "account_ban",
  properties: { userId: p.uuid().primary(), reason: p.text(), at: p.datetime(3) },
});

/** Password hashes: no projection, since events can't be deleted. */
export const CredentialRow = defineEntity({
  name: "CredentialRow",
  tableName: "credential",
  properties: { userId: p.uuid().primary(), passwordHash: p.text(), changedAt: p.datetime(3) },
});

/** Projection of the user streams: SQL access and when it was granted. */
export const SqlAccessRow = defineEntity({
  name: "SqlAccessRow",
  tableName: "sql_access",
  properties: { userId: p.uuid().primary(), grantedAt: p.datetime(3) },
});

/** Passwords in ClickHouse's format: no projection, since events can't be deleted. */
export const SqlCredentialRow = defineEntity({
  name: "SqlCredentialRow",
  tableName: "sql_credential",
  properties: { userId: p.uuid().primary(), passwordSha256: p.text() },
});

/** A sign-in with all refresh tokens derived from it. No projection, so that it can be deleted. */
export const SessionRow = defineEntity({
  name: "SessionRow",
  tableName: "session",
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    createdAt: p.datetime(3),
    device: p.text().strictNullable(),
    browser: p.text().strictNullable(),
    place: p.text().strictNullable(),
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
