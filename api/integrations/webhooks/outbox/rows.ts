import { sql } from "@hoplog/platform/postgres/sql.js";
import type { Webhook } from "./webhook.ts";

/** A stored webhook, whose `previousSecretUntil` may have passed. */
export interface WebhookRow extends Webhook {
  readonly ownerId: string;
  /** Time at which the webhook subscribed to clicks; null if it did so at its creation. */
  readonly clicksSince: Date | null;
}

/** Reads {@link WebhookRow} of `webhook AS w`. */
export const webhookColumns = sql`w.id, w.owner_id AS "ownerId", w.name, w.url, w.events, w.link_ids::text[] AS "linkIds",
  w.group_ids::text[] AS "groupIds", w.click_counts AS "clickMilestones", w.ordered, w.state,
    w.disabled_reason AS "disabledReason",
  w.failing_since AS "failingSince", w.succeeded_at AS "succeededAt", w.previous_until AS "previousSecretUntil",
  w.created_at AS "createdAt", w.clicks_since AS "clicksSince"`;

/** Selects fields explicitly, because other columns must not be returned. */
export function shownWebhook(row: WebhookRow, now: Date): Webhook {
  const { previousSecretUntil: until } = row;
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: row.events,
    linkIds: row.linkIds,
    groupIds: row.groupIds,
    clickMilestones: row.clickMilestones,
    ordered: row.ordered,
    state: row.state,
    disabledReason: row.disabledReason,
    failingSince: row.failingSince,
    succeededAt: row.succeededAt,
    previousSecretUntil: until !== null && until > now ? until : null,
    createdAt: row.createdAt,
  };
}
