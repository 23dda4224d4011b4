import type { OutletKind } from "@hoplog/schema/outlets.js";
import type { Actor } from "../calls/actor.ts";
import type { Clock, Ids } from "../calls/capabilities.ts";
import type { Transaction } from "../database/orm.ts";
import { enqueueMail } from "../mail/outbox.ts";
import { requireInUse } from "./requireInUse.ts";

export interface RecordedOutlet {
  readonly kind: OutletKind;
  readonly id: string;
  readonly ownerId: string;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Records in the transaction that creates an outlet, or changes where it sends to, by which session or API key that is done.
 * Throws AUTHENTICATION_ERROR if these have ended since the call came in. A paused outlet stays paused.
 */
export async function recordOutlet(
  services: Clock,
  tx: Transaction,
  actor: Actor,
  { kind, id, ownerId }: RecordedOutlet,
): Promise<void> {
  // A reset ends sessions first, then pauses what they created.
  await requireInUse(tx, actor.credential);
  const { userId, credential } = actor;
  const now = services.now();
  await tx.execute(
    `INSERT INTO outlet (kind, id, owner_id, user_id, credential_kind, credential_id, credential_at, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (kind, id) DO UPDATE SET user_id = excluded.user_id, credential_kind = excluded.credential_kind,
       credential_id = excluded.credential_id, credential_at = excluded.credential_at`,
    [kind, id, ownerId, userId, credential.kind, credential.id, now, now],
    "run",
  );
}

/** What the mail to the owner says about an outlet. */
export interface ToldOutlet extends RecordedOutlet {
  readonly name: string;
  /** Whether it is new, or sends to another place than before. */
  readonly change: "created" | "changed";
}

/** As {@link recordOutlet}, and notifies the user by mail. */
export async function recordAndTell(
  services: Clock & Ids,
  tx: Transaction,
  actor: Actor,
  { name, change, ...outlet }: ToldOutlet,
): Promise<void> {
  await recordOutlet(services, tx, actor, outlet);
  const { userId, address, credential } = actor;
  const now = services.now();
  const data = { userId, outlet: outlet.kind, name, change, at: now.toISOString(), address, by: credential.kind };
  const giveUpAt = new Date(now.getTime() + dayMs);
  await enqueueMail(tx, { kind: "outlet-recorded", data }, { id: services.newId(), now, giveUpAt });
}

/** Forgets an outlet whose table the database does not follow: SQL access and domain targets. */
export async function forgetOutlet(tx: Transaction, kind: "sqlAccess" | "domainTarget", id: string): Promise<void> {
  await tx.execute("DELETE FROM outlet WHERE kind = ? AND id = ?", [kind, id], "run");
}
