import { sql } from "@hoplog/platform/postgres/sql.js";
import { type OutletKind, outletLimits } from "@hoplog/schema/outlets.js";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import type { CommandOrigin } from "../../kernel/eventstore/audit.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import { enqueueMail } from "../mail/outbox.ts";
import { type Outlet, outletLine, outletsOfWorkspace } from "./listed.ts";

/** Sessions and API keys that may have been compromised. */
export interface CompromisedCredentials {
  readonly userId: string;
  /** Credentials that end now. Everything that they created is paused, regardless of its age. */
  readonly endedIds: readonly string[];
  /**
   * Whether to also pause outlets of the last 30 days whose session had already ended; false if only keys are
   * compromised.
   */
  readonly sessions: boolean;
  /** Whether to also pause outlets of the last 30 days whose key had already ended. */
  readonly keys: boolean;
  /** The session that sent the command; its outlets stay active. */
  readonly keptSessionId?: string;
  /** Origin of the command that ends the credentials, for the audit entry of each outlet. */
  readonly origin: CommandOrigin;
  readonly because:
    | "ResetPassword"
    | "ChangePassword"
    | "LogOutEverywhere"
    | "CancelEmailChange"
    | "RevokeApiKey"
    | "EndSession";
}

interface PausedOutlet {
  readonly kind: OutletKind;
  readonly id: string;
  /** The compromised session or key that caused the pause. */
  readonly credentialKind: "session" | "apiKey";
  readonly credentialId: string;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Credentials that created an outlet, widened it, or are ancestors of its key. The outlet is paused if one of them is
 * compromised.
 */
const steps = sql`(SELECT kind, id, user_id, credential_kind, credential_id, credential_at FROM outlet
   UNION ALL SELECT kind, id, user_id, credential_kind, credential_id, credential_at FROM outlet_step) AS step`;

/**
 * Pauses outlets that compromised sessions and keys created or widened, and outlets of keys created by such sessions,
 * and audits each. Runs in the transaction that ends the sessions and keys.
 */
export async function pauseOutlets(
  services: Clock & Events,
  tx: Transaction,
  compromised: CompromisedCredentials,
): Promise<PausedOutlet[]> {
  const { userId, endedIds, sessions, keys, keptSessionId } = compromised;
  const at = services.now();
  const since = new Date(at.getTime() - outletLimits.recentDays * dayMs);
  const paused = await rowsOf<PausedOutlet>(
    tx,
    sql`WITH lost AS (
       SELECT DISTINCT ON (kind, id) * FROM ${steps}
       WHERE user_id = ${userId} AND credential_id IS DISTINCT FROM ${keptSessionId ?? null}::uuid
         AND (credential_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(endedIds)}::jsonb)::uuid)
           OR credential_at > ${since} AND CASE credential_kind WHEN 'session' THEN ${sessions}::boolean ELSE ${keys}::boolean END)
       ORDER BY kind, id, credential_at DESC)
     UPDATE outlet SET paused_at = ${at} FROM lost
     WHERE outlet.kind = lost.kind AND outlet.id = lost.id AND paused_at IS NULL AND ${stillOpen}
     RETURNING outlet.kind, outlet.id, lost.credential_kind AS "credentialKind", lost.credential_id AS "credentialId"`,
  );
  for (const outlet of paused) await auditPause(services, tx, compromised, outlet);
  return paused;
}

/** Writes an audit row in addition to the command's own, with the command's id. */
async function auditPause(
  { eventStore }: Events,
  tx: Transaction,
  { origin: { meta, address }, because }: CompromisedCredentials,
  { kind, id, credentialKind, credentialId }: PausedOutlet,
): Promise<void> {
  const detail = { kind, because, credentialKind, credentialId };
  await eventStore.audit(tx, { meta, address }, { action: "PauseOutlet", resource: { type: "outlet", id }, detail });
}

/** SQL that excludes revoked keys, which have nothing to pause. */
const stillOpen = sql`NOT (outlet.kind = 'apiKey' AND EXISTS (SELECT FROM api_key WHERE api_key.id = outlet.id
  AND revoked_at IS NOT NULL))`;

/** Maximum outlets named in an email; an account may have hundreds. */
const namedMax = 50;

/** Lists paused and active outlets for emails, one per line. */
export async function outletLines(
  { now }: Clock,
  tx: Transaction,
  ownerId: string,
): Promise<{ readonly paused: string; readonly active: string }> {
  const outlets = await rowsOf<Outlet>(tx, outletsOfWorkspace(ownerId, now()));
  const linesOf = (state: Outlet["state"]) => {
    const lines = outlets.filter((outlet) => outlet.state === state).map(outletLine);
    const more = lines.length - namedMax;
    return [...lines.slice(0, namedMax), ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
  };
  return { paused: linesOf("paused"), active: linesOf("active") };
}

/** Pauses outlets like {@link pauseOutlets}, and lists the paused ones in an email to the user, if there are any. */
export async function pauseAndNotify(
  services: Clock & Ids & Events,
  tx: Transaction,
  compromised: CompromisedCredentials,
): Promise<void> {
  if ((await pauseOutlets(services, tx, compromised)).length === 0) return;
  const { userId } = compromised;
  const now = services.now();
  const data = { userId, ...(await outletLines(services, tx, userId)) };
  const giveUpAt = new Date(now.getTime() + outletLimits.keptDays * dayMs);
  await enqueueMail(tx, { kind: "outlets-paused", data }, { id: services.newId(), now, giveUpAt });
}
