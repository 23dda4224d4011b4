import { type OutletKind, outletLimits } from "@hoplog/schema/outlets.js";
import type { Clock, Ids } from "../calls/capabilities.ts";
import type { Transaction } from "../database/orm.ts";
import { enqueueMail } from "../mail/outbox.ts";
import { type Outlet, outletLine, outletsOfWorkspace } from "./listed.ts";

/** Sessions and API keys that somebody else may have used. */
export interface Lost {
  readonly userId: string;
  /** What ended now: all that it created is paused, however old. */
  readonly endedIds: readonly string[];
  /** Whether outlets of the last 30 days are paused too whose session had ended before; false if only keys are lost. */
  readonly sessions: boolean;
  /** The same for outlets of keys. */
  readonly keys: boolean;
  /** The session that gave the command, whose outlets stay. */
  readonly keptSessionId?: string;
}

interface OutletId {
  readonly kind: OutletKind;
  readonly id: string;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Pauses what lost sessions and keys created, and what keys created that are paused by this. Part of the transaction that ends them. */
export async function pauseOutlets(
  { now }: Clock,
  tx: Transaction,
  { userId, endedIds, sessions, keys, keptSessionId }: Lost,
): Promise<OutletId[]> {
  const at = now();
  const since = new Date(at.getTime() - outletLimits.recentDays * dayMs);
  const paused = await tx.execute<OutletId[]>(
    `UPDATE outlet SET paused_at = ? WHERE user_id = ? AND paused_at IS NULL AND ${stillOpen}
       AND credential_id IS DISTINCT FROM ?::uuid
       AND (credential_id IN (SELECT jsonb_array_elements_text(?::jsonb)::uuid)
         OR credential_at > ? AND CASE credential_kind WHEN 'session' THEN ? ELSE ? END)
     RETURNING kind, id`,
    [at, userId, keptSessionId ?? null, JSON.stringify(endedIds), since, sessions, keys],
  );
  const pausedKeys = paused.flatMap(({ kind, id }) => (kind === "apiKey" ? [id] : []));
  if (pausedKeys.length === 0) return paused;
  const byKeys = await tx.execute<OutletId[]>(
    `UPDATE outlet SET paused_at = ? WHERE user_id = ? AND paused_at IS NULL
       AND credential_id IN (SELECT jsonb_array_elements_text(?::jsonb)::uuid) RETURNING kind, id`,
    [at, userId, JSON.stringify(pausedKeys)],
  );
  return [...paused, ...byKeys];
}

/** A key that is revoked has nothing left to pause. */
const stillOpen = `NOT (kind = 'apiKey' AND EXISTS (SELECT FROM api_key WHERE api_key.id = outlet.id AND revoked_at IS NOT NULL))`;

/** Named in one mail; an account may have hundreds. */
const namedMax = 50;

/** For mails: what was paused and what goes on, a line for each. */
export async function outletLines(
  { now }: Clock,
  tx: Transaction,
  ownerId: string,
): Promise<{ readonly paused: string; readonly active: string }> {
  const outlets = await tx.execute<Outlet[]>(outletsOfWorkspace, [now(), ownerId]);
  const linesOf = (state: Outlet["state"]) => {
    const lines = outlets.filter((outlet) => outlet.state === state).map(outletLine);
    const more = lines.length - namedMax;
    return [...lines.slice(0, namedMax), ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
  };
  return { paused: linesOf("paused"), active: linesOf("active") };
}

/** As {@link pauseOutlets}, and lists them in a mail to the user if there are any. */
export async function pauseAndTell(services: Clock & Ids, tx: Transaction, lost: Lost): Promise<void> {
  if ((await pauseOutlets(services, tx, lost)).length === 0) return;
  const { userId } = lost;
  const now = services.now();
  const data = { userId, ...(await outletLines(services, tx, userId)) };
  const giveUpAt = new Date(now.getTime() + outletLimits.keptDays * dayMs);
  await enqueueMail(tx, { kind: "outlets-paused", data }, { id: services.newId(), now, giveUpAt });
}
