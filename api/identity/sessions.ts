import { createHash } from "node:crypto";
import { authenticationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { type Caller, originOf } from "../calls/actor.ts";
import type { Clock, Ids, Randomness } from "../calls/capabilities.ts";
import type { Transaction } from "../database/orm.ts";
import type { Events } from "../eventstore/eventStore.ts";
import type { AccessTokens } from "./accessTokens.ts";
import { bannedText } from "./decide.ts";
import { revocationsChannel } from "./revocations.ts";
import { RefreshTokenRow, SessionRow } from "./rows.ts";

export type SessionServices = Ids &
  Clock &
  Randomness & {
    readonly accessTokens: Pick<AccessTokens, "issue">;
  };

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly refreshExpiresIn: number;
}

/** Starts a session within the transaction that signs the user in. */
export async function openSession(services: SessionServices, tx: Transaction, userId: string): Promise<Tokens> {
  const sessionId = services.newId();
  await tx.insert(SessionRow, {
    id: sessionId,
    userId,
    createdAt: services.now(),
    revokedAt: null,
    revokedBecause: null,
  });
  return issue(services, tx, userId, sessionId);
}

/**
 * Exchanges a refresh token for new tokens. Each works once: one that comes a second time was stolen or replayed, so
 * the whole session ends. Throws AUTHENTICATION_ERROR.
 */
export async function refreshSession(
  services: Events & SessionServices,
  refreshToken: string,
  caller: Caller,
): Promise<Tokens> {
  const hash = digest(refreshToken);
  const tokens = await services.eventStore.unitOfWork(async (tx) => {
    const [found] = await tx.execute<RefreshableSession[]>(
      `SELECT token.session_id AS "sessionId", token.used_at AS "usedAt", token.expires_at <= ? AS expired,
              session.user_id AS "userId", session.revoked_at AS "revokedAt",
              (SELECT reason FROM account_ban WHERE user_id = session.user_id) AS "banReason"
       FROM refresh_token AS token JOIN session ON session.id = token.session_id
       WHERE token.hash = ? FOR UPDATE`,
      [services.now(), hash],
    );
    if (found && !found.expired && found.banReason !== null) throw authenticationError(bannedText(found.banReason));
    if (!found || found.revokedAt !== null || found.expired) return null;
    if (found.usedAt !== null) {
      const { userId, sessionId: id } = found;
      const origin = originOf(services, { ...caller, userId, credential: { kind: "session", id } });
      const detail = { reason: "refresh token used twice" };
      const action = { action: "EndSession", resource: { type: "user", id: userId }, detail } as const;
      await services.eventStore.audit(tx, origin, action);
      await revokeSession(services, tx, id, detail.reason);
      return null;
    }
    await tx.nativeUpdate(RefreshTokenRow, { hash }, { usedAt: services.now() });
    return issue(services, tx, found.userId, found.sessionId);
  });
  if (!tokens) throw authenticationError("Your session has ended. Please log in again.");
  return tokens;
}

interface RefreshableSession {
  sessionId: string;
  userId: string;
  usedAt: unknown;
  revokedAt: unknown;
  expired: boolean;
  banReason: string | null;
}

/** Ends one session, at once and in every process. */
export async function revokeSession(
  services: Clock,
  tx: Transaction,
  sessionId: string,
  because: string,
): Promise<void> {
  await revoke(tx, "id = ?", [services.now(), because, sessionId]);
}

/** Ends all sessions of a user, apart from the one that is named, and returns their ids. */
export async function revokeSessionsOf(
  services: Clock,
  tx: Transaction,
  userId: string,
  because: string,
  kept: string | null = null,
): Promise<string[]> {
  return revoke(tx, "user_id = ? AND id IS DISTINCT FROM ?::uuid", [services.now(), because, userId, kept]);
}

async function revoke(tx: Transaction, which: string, values: readonly unknown[]): Promise<string[]> {
  const ended = await tx.execute<{ id: string }[]>(
    `WITH ended AS (
       UPDATE session SET revoked_at = ?, revoked_because = ? WHERE revoked_at IS NULL AND ${which} RETURNING id
     ) SELECT id, pg_notify('${revocationsChannel}', id::text) FROM ended`,
    [...values],
  );
  return ended.map(({ id }) => id);
}

async function issue(services: SessionServices, tx: Transaction, userId: string, sessionId: string): Promise<Tokens> {
  const refreshToken = Buffer.from(services.random(32)).toString("base64url");
  const issuedAt = services.now();
  const expiresAt = new Date(issuedAt.getTime() + limits.refreshTokenSeconds * 1000);
  await tx.insert(RefreshTokenRow, { hash: digest(refreshToken), sessionId, issuedAt, expiresAt, usedAt: null });
  return {
    accessToken: await services.accessTokens.issue(userId, sessionId),
    refreshToken,
    expiresIn: limits.accessTokenSeconds,
    refreshExpiresIn: limits.refreshTokenSeconds,
  };
}

/** What is stored of a secret: its SHA-256, in hex. */
export function digest(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
