import { createHash } from "node:crypto";
import { type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import { authenticationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { type Caller, originOf } from "../../kernel/calls/actor.ts";
import type { Clock, Ids, Randomness } from "../../kernel/calls/capabilities.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { AccessTokens, RefreshTokens } from "./accessTokens.ts";
import { bannedText } from "./decide.ts";
import { describeDevice, type DeviceServices } from "./devices.ts";
import { revocationsChannel } from "./revocations.ts";
import { RefreshTokenRow, SessionRow } from "./rows.ts";

export type SessionServices = Ids &
  Clock &
  Randomness &
  DeviceServices & {
    readonly accessTokens: Pick<AccessTokens, "issue">;
    readonly refreshTokens: RefreshTokens;
  };

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Lifetime of the access token in seconds. */
  readonly expiresIn: number;
  /** Lifetime of the refresh token in seconds. */
  readonly refreshExpiresIn: number;
}

/** Starts a session within the transaction of the sign-in, and binds it to the browser. */
export async function openSession(
  services: SessionServices,
  tx: Transaction,
  userId: string,
  caller: Pick<Caller, "address" | "browser" | "userAgent">,
): Promise<Tokens> {
  const sessionId = services.newId();
  await tx.insert(SessionRow, {
    id: sessionId,
    userId,
    createdAt: services.now(),
    ...describeDevice(services, caller),
    revokedAt: null,
    revokedBecause: null,
  });
  await caller.browser?.keep(sessionId);
  return issue(services, tx, { userId, sessionId }, Buffer.from(services.random(32)).toString("base64url"));
}

/**
 * Exchanges a refresh token for new tokens. Each refresh token works once. A second use means theft or replay, so the
 * whole session ends. Exception: a second use soon after the first one, from the session's own browser (another tab, or
 * a lost response), which returns the same tokens. Throws AUTHENTICATION_ERROR.
 */
export async function refreshSession(
  services: Events & SessionServices,
  refreshToken: string,
  caller: Caller,
): Promise<Tokens> {
  const hash = digest(refreshToken);
  const tokens = await services.eventStore.unitOfWork(async (tx) => {
    const [found] = await rowsOf<RefreshableSession>(
      tx,
      sql`SELECT token.session_id AS "sessionId", token.used_at IS NOT NULL AS used,
        token.used_at >= ${new Date(services.now().getTime() - limits.refreshRepeatSeconds * 1000)} AS "usedJustNow",
              token.expires_at <= ${services.now()} AS expired, session.user_id AS "userId", session.revoked_at AS "revokedAt",
              (SELECT reason FROM account_ban WHERE user_id = session.user_id) AS "banReason"
       FROM refresh_token AS token JOIN session ON session.id = token.session_id
       WHERE token.hash = ${hash} FOR UPDATE`,
    );
    if (found && !found.expired && found.banReason !== null) throw authenticationError(bannedText(found.banReason));
    if (!found || found.revokedAt !== null || found.expired) return null;
    const again = found.usedJustNow && (await caller.browser?.holds(found.sessionId));
    const next = again && (await unusedSuccessor(services, tx, refreshToken));
    if (next) return tokensOf(services, found, next);
    if (found.used) {
      const { userId, sessionId: id } = found;
      const origin = originOf(services, { ...caller, userId, credential: { kind: "session", id } });
      const detail = { reason: "refresh token used twice" };
      const action = { action: "EndSession", resource: { type: "user", id: userId }, detail } as const;
      await services.eventStore.audit(tx, origin, action);
      await revokeSession(services, tx, id, detail.reason);
      return null;
    }
    await tx.nativeUpdate(RefreshTokenRow, { hash }, { usedAt: services.now() });
    await caller.browser?.keep(found.sessionId);
    return issue(services, tx, found, services.refreshTokens.successorOf(refreshToken));
  });
  if (!tokens) throw authenticationError("Your session has ended. Please log in again.");
  return tokens;
}

interface RefreshableSession {
  sessionId: string;
  userId: string;
  used: boolean;
  usedJustNow: boolean | null;
  revokedAt: unknown;
  expired: boolean;
  banReason: string | null;
}

/** Ends a session, at once and in every process. */
export async function revokeSession(
  services: Clock,
  tx: Transaction,
  sessionId: string,
  because: string,
): Promise<void> {
  await revoke(services, tx, sql`id = ${sessionId}`, because);
}

/** Ends one of a user's sessions; returns false if the user has no such session, or it has ended before. */
export async function revokeOneOf(
  services: Clock,
  tx: Transaction,
  userId: string,
  sessionId: string,
  because: string,
): Promise<boolean> {
  const ended = await revoke(services, tx, sql`id = ${sessionId}::uuid AND user_id = ${userId}`, because);
  return ended.length > 0;
}

/** Ends all sessions of a user except the given one, and returns their ids. */
export async function revokeSessionsOf(
  services: Clock,
  tx: Transaction,
  userId: string,
  because: string,
  kept: string | null = null,
): Promise<string[]> {
  return revoke(services, tx, sql`user_id = ${userId} AND id IS DISTINCT FROM ${kept}::uuid`, because);
}

async function revoke({ now }: Clock, tx: Transaction, which: Sql, because: string): Promise<string[]> {
  const ended = await rowsOf<{ id: string }>(
    tx,
    sql`WITH ended AS (
       UPDATE session SET revoked_at = ${now()}, revoked_because = ${because} WHERE revoked_at IS NULL AND ${which} RETURNING id
     ) SELECT id, pg_notify(${revocationsChannel}, id::text) FROM ended`,
  );
  return ended.map(({ id }) => id);
}

interface SessionOfUser {
  readonly userId: string;
  readonly sessionId: string;
}

async function issue(
  services: SessionServices,
  tx: Transaction,
  session: SessionOfUser,
  refreshToken: string,
): Promise<Tokens> {
  const { sessionId } = session;
  const issuedAt = services.now();
  const expiresAt = new Date(issuedAt.getTime() + limits.refreshTokenSeconds * 1000);
  await tx.insert(RefreshTokenRow, { hash: digest(refreshToken), sessionId, issuedAt, expiresAt, usedAt: null });
  return tokensOf(services, session, refreshToken);
}

async function tokensOf(
  services: SessionServices,
  { userId, sessionId }: SessionOfUser,
  refreshToken: string,
): Promise<Tokens> {
  return {
    accessToken: await services.accessTokens.issue(userId, sessionId),
    refreshToken,
    expiresIn: limits.accessTokenSeconds,
    refreshExpiresIn: limits.refreshTokenSeconds,
  };
}

/** Maximum successors to follow: more than the number of renewals within {@link limits.refreshRepeatSeconds}. */
const successorsMax = 100;

/**
 * Follows the successors of a used token to the last one, because another tab may have renewed further. Null if there
 * is none, as for tokens issued before successors could be derived.
 */
async function unusedSuccessor(services: SessionServices, tx: Transaction, token: string): Promise<string | null> {
  let last = token;
  for (let count = 0; count < successorsMax; count++) {
    last = services.refreshTokens.successorOf(last);
    const row = await tx.findOne(RefreshTokenRow, { hash: digest(last) });
    if (!row) return null;
    if (row.usedAt === null) return last;
  }
  return null;
}

/** Returns the SHA-256 of a secret in hex, which is what is stored. */
export function digest(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
