import { named, sql } from "@hoplog/platform/postgres/sql.js";
import { notBanned } from "../../../kernel/access/notBanned.ts";
import type { Reads } from "../../../kernel/database/reads.ts";
import { notPaused } from "../../../accounts/outlets/notPaused.ts";

/**
 * Time after which a process that has not stored the result of a message is considered dead. Longer than any request.
 */
export const leaseMs = 30_000;

export interface DueWebhook {
  readonly id: string;
  readonly ownerId: string;
}

/**
 * Finds webhooks with due messages. Skips from one webhook to the next, so that a million messages of one do not delay
 * the others.
 */
export async function dueWebhooks({ reads }: Reads, now: Date): Promise<DueWebhook[]> {
  const { rows } = await reads.query<DueWebhook>(
    named(
      "webhooks_due",
      sql`WITH RECURSIVE waiting (id) AS (
        (SELECT webhook_id FROM webhook_message WHERE state = 'pending' AND due_at IS NOT NULL ORDER BY webhook_id LIMIT 1)
        UNION ALL
        SELECT (SELECT webhook_id FROM webhook_message AS next WHERE state = 'pending' AND due_at IS NOT NULL
          AND next.webhook_id > waiting.id ORDER BY webhook_id LIMIT 1)
        FROM waiting WHERE waiting.id IS NOT NULL)
      SELECT w.id, w.owner_id AS "ownerId" FROM waiting JOIN webhook AS w ON w.id = waiting.id
      WHERE w.state = 'active' AND (w.hold_until IS NULL OR w.hold_until <= ${now}) AND ${notBanned("w.owner_id")}
        AND ${notPaused("webhook", "w.id")}
        AND EXISTS (SELECT FROM webhook_message AS m WHERE m.webhook_id = w.id AND m.state = 'pending' AND m.due_at <= ${now})`,
    ),
  );
  return rows;
}

/** Returns whether any message of any webhook is scheduled, or waits for another one. */
export async function isAnyPending({ reads }: Reads): Promise<boolean> {
  const { rows } = await reads.query<{ isAny: boolean }>(
    named(
      "webhook_messages_pending",
      sql`SELECT EXISTS (SELECT FROM webhook_message WHERE state = 'pending') AS "isAny"`,
    ),
  );
  return rows[0]?.isAny ?? false;
}

/** A leased message with the data of its webhook for sending it. */
export interface LeasedMessage {
  readonly id: string;
  readonly webhookId: string;
  readonly linkId: string | null;
  readonly body: string;
  /** Number of previous attempts. */
  readonly attempts: number;
  readonly url: string;
  readonly ordered: boolean;
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
  readonly previousUntil: Date | null;
  readonly failingSince: Date | null;
  readonly succeededAt: Date | null;
  /** End of the lease. If the stored value is the same, this process still holds the lease. */
  readonly leaseUntil: Date;
}

/** Leases due messages, longest due first, up to the free slots of each webhook. */
export async function leaseMessages(
  { reads }: Reads,
  rooms: ReadonlyMap<string, number>,
  now: Date,
): Promise<LeasedMessage[]> {
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const { rows } = await reads.query<Omit<LeasedMessage, "leaseUntil">>(
    named(
      "webhook_messages_taken",
      sql`WITH due AS (
        SELECT m.id FROM unnest(${[...rooms.keys()]}::uuid[], ${[...rooms.values()]}::integer[]) AS asked (webhook_id, room)
        CROSS JOIN LATERAL (
          SELECT id FROM webhook_message WHERE webhook_id = asked.webhook_id AND state = 'pending' AND due_at <= ${now}
          ORDER BY due_at LIMIT asked.room FOR UPDATE SKIP LOCKED) AS m)
      UPDATE webhook_message AS m SET due_at = ${leaseUntil} FROM due, webhook AS w WHERE m.id = due.id AND w.id = m.webhook_id
        AND ${notPaused("webhook", "w.id")}
      RETURNING m.id, m.webhook_id AS "webhookId", m.link_id AS "linkId", m.body, m.attempts, w.url, w.ordered, w.secret,
        w.previous_secret AS "previousSecret", w.previous_until AS "previousUntil", w.failing_since AS "failingSince",
        w.succeeded_at AS "succeededAt"`,
    ),
  );
  return rows.map((row) => ({ ...row, leaseUntil }));
}
