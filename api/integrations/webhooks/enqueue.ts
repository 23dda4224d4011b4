import { named, sql } from "@hoplog/platform/postgres/sql.js";
import type { WebhookEvent } from "@hoplog/schema/webhooks.js";
import type { ClientBase } from "pg";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import { type Occurrence, messagesFor } from "./outbox/fanOut.ts";
import { type NewMessage, transactionOn, writeMessages } from "./outbox/newMessage.ts";
import type { WebhookRow } from "./outbox/rows.ts";

/** An occurrence detected by a scan, reported once per webhook. */
export interface Finding {
  readonly webhook: WebhookRow;
  readonly type: WebhookEvent;
  /** Identifies the reported occurrence, together with the mark. */
  readonly subject: string;
  readonly mark: string;
  /** Content of the message; null if the occurrence predates the webhook and is only stored for deduplication. */
  readonly occurrence: Omit<Occurrence, "key" | "type"> | null;
}

type NewFinding = Finding & { readonly occurrence: NonNullable<Finding["occurrence"]> };

/**
 * Writes messages of findings that were not reported before, with their deduplication entries, in one transaction. If a
 * webhook is restricted to other links, only the entry is written, so that the finding is not detected again. Returns
 * the number of messages.
 */
export async function enqueueOnce({ now }: Clock, client: ClientBase, findings: readonly Finding[]): Promise<number> {
  if (findings.length === 0) return 0;
  return transactionOn(client, async () => {
    const existing = await lockExistingLinks(client, findings);
    const { rows } = await client.query<{ ordinal: string }>(
      named(
        "webhook_tell",
        sql`WITH given AS (
          SELECT * FROM unnest(${findings.map(({ webhook }) => webhook.id)}::uuid[], ${findings.map(({ type }) => type)}::text[],
            ${findings.map(({ subject }) => subject)}::uuid[], ${findings.map(({ mark }) => mark)}::text[]) WITH ORDINALITY
            AS given (webhook_id, type, subject, mark, ordinal)),
        told AS (
          INSERT INTO webhook_told (webhook_id, type, subject, mark, told_at)
          SELECT webhook_id, type, subject, mark, ${now()} FROM given WHERE EXISTS (SELECT FROM webhook WHERE id = webhook_id)
          ON CONFLICT DO NOTHING RETURNING webhook_id, type, subject, mark)
        SELECT ordinal FROM given JOIN told USING (webhook_id, type, subject, mark) ORDER BY ordinal`,
      ),
    );
    const fresh = rows.flatMap(({ ordinal }): NewFinding[] => {
      const finding = findings[Number(ordinal) - 1];
      if (!finding?.occurrence) return [];
      const { occurrence } = finding;
      return !occurrence.link || existing.has(occurrence.link.id) ? [{ ...finding, occurrence }] : [];
    });
    const ordered = fresh.flatMap(({ webhook }) => (webhook.ordered ? webhook.id : []));
    return writeMessages(client, messagesOf(fresh), ordered, now());
  });
}

function* messagesOf(fresh: readonly NewFinding[]): Generator<NewMessage, void> {
  for (const { webhook, type, subject, mark, occurrence } of fresh)
    yield* messagesFor([webhook], [{ ...occurrence, type, key: [type, subject, mark] }]);
}

/**
 * Locks the links that still exist, so that they cannot be deleted before their messages are written. A later deletion
 * then finds these messages.
 */
async function lockExistingLinks(client: ClientBase, findings: readonly Finding[]): Promise<ReadonlySet<string>> {
  const ids = findings.flatMap(({ occurrence }) => occurrence?.link?.id ?? []);
  if (ids.length === 0) return new Set();
  const { rows } = await client.query<{ id: string }>(
    sql`SELECT id FROM link WHERE id = ANY (${[...new Set(ids)]}::uuid[]) FOR KEY SHARE`,
  );
  return new Set(rows.map(({ id }) => id));
}
