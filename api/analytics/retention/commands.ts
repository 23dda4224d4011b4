import { sql } from "@hoplog/platform/postgres/sql.js";
import { authorizeOwn } from "../../kernel/access/authorize.ts";
import { type Actor, originOf } from "../../kernel/calls/actor.ts";
import { requireMatchingEtag } from "../../kernel/calls/etag.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { enqueueMail } from "../../accounts/mail/outbox.ts";
import { changed, checkedDays, type Policy } from "./change.ts";
import { type ClickRetention, policyOf, readRetention, retentionOf, type RetentionRow } from "./queries.ts";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { execute, rowsOf } from "../../kernel/database/statements.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";

export interface OfRetention {
  /** Signals that a retention has changed and there may be clicks to delete. */
  readonly retentionChanged: () => void;
}

/** External dependencies of click retention. */
export type RetentionServices = Reads & Events & Clock & Ids & ClickHouse & LimitsOf<"creation"> & OfRetention;

/**
 * Sets the workspace's retention of single clicks in days; null for no limit. A shorter one takes effect days later,
 * and the owner is notified by email. Throws VALIDATION_ERROR, RATE_LIMIT_ERROR, AUTHORIZATION_ERROR,
 * PreconditionError.
 */
export async function setRetention(
  services: RetentionServices,
  actor: Actor,
  input: number | null,
): Promise<ClickRetention> {
  const ownerId = authorizeOwn(actor, "clickRetention:write");
  const days = checkedDays(input);
  await services.limits.creation(actor.address, actor.userId);
  const now = services.now();
  const origin = originOf(services, actor);
  await services.eventStore.unitOfWork(async (tx) => {
    const before = await lockedPolicy(tx, ownerId);
    requireMatchingEtag(actor, before);
    const policy = changed(before, days, now);
    await write(tx, { ownerId, userId: origin.meta.userId, policy, now });
    if (policy.waiting) {
      const { from } = policy.waiting;
      const apiKeyId = origin.meta.apiKeyId;
      const data = { ownerId, from: from.toISOString(), ...(apiKeyId !== undefined && { apiKeyId }) };
      await enqueueMail(tx, { kind: "click-retention", data }, { id: services.newId(), now, giveUpAt: from });
    }
    const detail = { days: days ?? 0 };
    const resource = { type: "click retention", id: ownerId } as const;
    await services.eventStore.audit(tx, origin, { action: "SetClickRetention", resource, detail });
  });
  services.retentionChanged();
  return readRetention(services, actor);
}

/**
 * Cancels a scheduled retention; the current one remains. Throws RATE_LIMIT_ERROR, AUTHORIZATION_ERROR,
 * PreconditionError.
 */
export async function cancelRetention(services: RetentionServices, actor: Actor): Promise<ClickRetention> {
  const ownerId = authorizeOwn(actor, "clickRetention:write");
  await services.limits.creation(actor.address, actor.userId);
  const now = services.now();
  const origin = originOf(services, actor);
  await services.eventStore.unitOfWork(async (tx) => {
    const before = await lockedPolicy(tx, ownerId);
    requireMatchingEtag(actor, before);
    const { days, waiting } = before;
    if (!waiting) return;
    await write(tx, { ownerId, userId: origin.meta.userId, policy: { days, waiting: null }, now });
    const resource = { type: "click retention", id: ownerId } as const;
    await services.eventStore.audit(tx, origin, { action: "CancelClickRetention", resource });
  });
  return readRetention(services, actor);
}

/** Returns the policy and locks it, even if its row does not exist yet. */
async function lockedPolicy(tx: Transaction, ownerId: string): Promise<Policy> {
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended('hoplog click retention ' || ${ownerId}, 0))`);
  const [row] = await rowsOf<RetentionRow>(tx, sql`${retentionOf(ownerId)} FOR UPDATE`);
  return policyOf(row);
}

interface Write {
  readonly ownerId: string;
  readonly userId: string | null;
  readonly policy: Policy;
  readonly now: Date;
}

async function write(tx: Transaction, { ownerId, userId, policy, now }: Write): Promise<void> {
  await execute(
    tx,
    sql`INSERT INTO click_retention (owner_id, days, waiting_days, waiting_from, set_by, set_at)
      VALUES (${ownerId}, ${policy.days}, ${policy.waiting?.days ?? null}, ${policy.waiting?.from ?? null}, ${userId}, ${now})
     ON CONFLICT (owner_id) DO UPDATE SET days = EXCLUDED.days, waiting_days = EXCLUDED.waiting_days,
       waiting_from = EXCLUDED.waiting_from, set_by = EXCLUDED.set_by, set_at = EXCLUDED.set_at,
       held_since = CASE WHEN EXCLUDED.days IS NULL THEN NULL ELSE click_retention.held_since END`,
  );
}
