import { sql } from "@hoplog/platform/postgres/sql.js";
import { notFoundError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { authorizeAccount } from "../../kernel/access/authorize.ts";
import { type Actor, originOf } from "../../kernel/calls/actor.ts";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import { pauseAndNotify } from "../outlets/pause.ts";
import type { Device } from "./devices.ts";
import { revokeOneOf } from "./sessions.ts";

/** A session that can be renewed. */
export interface OpenSession extends Device {
  readonly id: string;
  readonly createdAt: Date;
  /** Time of the last renewal of the session's tokens; apps in use renew them every quarter of an hour. */
  readonly lastUsedAt: Date;
  /** Whether the list was requested with this session. */
  readonly isCurrent: boolean;
}

/** Lists the user's open sessions, the most recently used first: at most `limits.sessionsListed`. */
export async function listSessions(
  services: Reads & Clock,
  actor: Pick<Actor, "credential"> & Parameters<typeof authorizeAccount>[0],
): Promise<OpenSession[]> {
  const userId = authorizeAccount(actor, "account:read");
  const rows = await readRows<Omit<OpenSession, "isCurrent">>(
    services.reads,
    sql`SELECT session.id, device, browser, place, created_at AS "createdAt", max(token.issued_at) AS "lastUsedAt"
     FROM session JOIN refresh_token AS token ON token.session_id = session.id
     WHERE user_id = ${userId} AND revoked_at IS NULL
     GROUP BY session.id HAVING max(token.expires_at) > ${services.now()}
     ORDER BY max(token.issued_at) DESC, session.id LIMIT ${limits.sessionsListed}`,
  );
  const { kind, id } = actor.credential;
  return rows.map((row) => ({ ...row, isCurrent: kind === "session" && row.id === id }));
}

/**
 * Ends one of the user's sessions, at once and in every process. Pauses the outlets that it created, unless it is the
 * session of this call, which only logs out. Throws NOT_FOUND_ERROR.
 */
export async function endSession(services: Events & Ids & Clock, actor: Actor, id: string): Promise<void> {
  const userId = authorizeAccount(actor, "account:write");
  const isOwn = actor.credential.kind === "session" && actor.credential.id === id;
  await services.eventStore.unitOfWork(async (tx) => {
    if (!(await revokeOneOf(services, tx, userId, id, isOwn ? "logged out" : "ended by its user")))
      throw notFoundError("Session");
    const origin = originOf(services, actor);
    const detail = { sessionId: id };
    await services.eventStore.audit(tx, origin, {
      action: "EndSession",
      resource: { type: "user", id: userId },
      detail,
    });
    if (isOwn) return;
    const lost = { userId, endedIds: [id], sessions: false, keys: false, keptSessionId: actor.credential.id };
    await pauseAndNotify(services, tx, { ...lost, origin, because: "EndSession" });
  });
  if (isOwn) actor.browser?.forget();
}
