import { sql } from "@hoplog/platform/postgres/sql.js";
import { webhookLimits } from "@hoplog/schema/webhooks.js";
import type { Clock, Ids } from "../../../kernel/calls/capabilities.ts";
import type { Database, Transaction } from "../../../kernel/database/orm.ts";
import { enqueueMail } from "../../../accounts/mail/outbox.ts";
import { rowsOf } from "../../../kernel/database/statements.ts";
import type { WebhookMetrics } from "../outbox/metrics.ts";
import type { DisabledReason } from "../outbox/webhook.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** Time after which an email is no longer sent, longer than an outage of a mail server. */
const giveUpMs = 7 * dayMs;

export type SwitchingOff = Database & Clock & Ids & { readonly webhookMetrics: Pick<WebhookMetrics, "disabled"> };

/**
 * Notifies the owner of a webhook that has failed for a day, and disables a webhook that has failed for five days or
 * whose receiver responds with 410. Called after failures.
 */
export async function disableFailing(
  services: SwitchingOff,
  webhookIds: readonly string[],
  gone: ReadonlySet<string>,
): Promise<void> {
  const now = services.now().getTime();
  for (const id of webhookIds) {
    const [row] = await rowsOf<{ since: Date | string | null; told: boolean }>(
      services.orm.em.fork(),
      sql`SELECT failing_since AS since, told_at IS NOT NULL AS told FROM webhook WHERE id = ${id} AND state = 'active'`,
    );
    if (!row || row.since === null) continue;
    const days = (now - new Date(row.since).getTime()) / dayMs;
    if (gone.has(id)) await switchOff(services, id, "gone");
    else if (days >= webhookLimits.disabledAfterDays) await switchOff(services, id, "failing");
    else if (days >= webhookLimits.toldAfterDays && !row.told) await notifyOwner(services, id);
  }
}

/** Disables a webhook and emails its owner in the same transaction, so that only one process does so. */
export async function switchOff(services: SwitchingOff, id: string, reason: DisabledReason): Promise<void> {
  await services.orm.em.fork().transactional(async (tx) => {
    const changed = await rowsOf(
      tx,
      sql`UPDATE webhook SET state = 'disabled', disabled_reason = ${reason} WHERE id = ${id} AND state <> 'disabled' RETURNING id`,
    );
    if (changed.length === 0) return;
    await mail(services, tx, "webhook-off", id);
    services.webhookMetrics.disabled.inc({ reason });
  });
}

async function notifyOwner(services: SwitchingOff, id: string): Promise<void> {
  await services.orm.em.fork().transactional(async (tx) => {
    const changed = await rowsOf(
      tx,
      sql`UPDATE webhook SET told_at = ${services.now()} WHERE id = ${id} AND told_at IS NULL AND state = 'active' RETURNING id`,
    );
    if (changed.length > 0) await mail(services, tx, "webhook-fails", id);
  });
}

async function mail({ now, newId }: Clock & Ids, tx: Transaction, kind: string, webhookId: string): Promise<void> {
  const at = now();
  const giveUpAt = new Date(at.getTime() + giveUpMs);
  await enqueueMail(tx, { kind, data: { webhookId } }, { id: newId(), now: at, giveUpAt });
}
