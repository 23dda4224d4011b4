import { sql } from "@hoplog/platform/postgres/sql.js";
import { deletedStatus } from "../../kernel/calls/idempotentCalls.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { execute } from "../../kernel/database/statements.ts";
import { isDestinationOfLink } from "./destinationOfLink.ts";

/** Notifies the worker that erases clicks. */
export interface NotifyWorker {
  readonly erasures: {
    /** Signals new erasures; without a signal, the worker finds them within a few seconds. */
    notify(): void;
  };
}

/**
 * Erases deleted links: blanks their texts in events, webhook messages, jobs, imports, alarms and stored responses;
 * deletes their notes, conversions, shared pages, alarms and destination data; schedules the erasure of their clicks.
 * Call it in the unit of work that deletes the links.
 */
export async function eraseLinks(
  tx: Transaction,
  ownerId: string,
  linkIds: readonly string[],
  requestedAt: Date,
): Promise<void> {
  await eraseDestinations(tx, ownerId, linkIds);
  await execute(tx, sql`SELECT erase_links(${linkIds}::uuid[])`);
  await execute(tx, sql`SELECT erase_webhook_messages(${linkIds}::uuid[])`);
  await execute(tx, sql`DELETE FROM share WHERE target_id = ANY (${linkIds}::uuid[])`);
  await execute(tx, sql`DELETE FROM alarm WHERE link_id = ANY (${linkIds}::uuid[])`);
  // Alarms stored the names of expiring or dead links.
  await execute(
    tx,
    sql`UPDATE alarm_firing SET subjects = coalesce((SELECT jsonb_agg(one) FROM jsonb_array_elements(subjects) AS one
       WHERE (one ->> 'id')::uuid <> ALL (${linkIds}::uuid[])), '[]')
     FROM alarm WHERE alarm.id = alarm_id AND owner_id = ${ownerId} AND kind IN ('expiring', 'dead')
       AND EXISTS (SELECT FROM jsonb_array_elements(subjects) AS one WHERE (one ->> 'id')::uuid = ANY (${linkIds}::uuid[]))`,
  );
  await execute(tx, sql`DELETE FROM alarm_told WHERE subject = ANY (${linkIds}::uuid[])`);
  await execute(
    tx,
    sql`UPDATE link_job_link SET error_message = NULL WHERE link_id = ANY (${linkIds}::uuid[]) AND error_message IS NOT NULL`,
  );
  // Blanks import rows that created or matched the deleted links.
  await execute(
    tx,
    sql`UPDATE link_import_row AS one SET name = '', original_url = '', short_url = NULL, link = NULL, losses = '[]',
      error_message = NULL,
       code_key = NULL, external_id = NULL
     FROM link_import AS job, event WHERE job.owner_id = ${ownerId} AND one.import_id = job.id
       AND event.stream_id = ANY (${linkIds}::uuid[])
       AND event.type = 'LinkCreated' AND one.key = event.data -> 'imported' ->> 'key'`,
  );
  // Deletes the stored responses of calls. The calls remain recorded as done and are not repeated. A call that is still
  // running stores no response.
  await execute(
    tx,
    sql`UPDATE idempotent_call SET status = ${deletedStatus}, answer = NULL WHERE made && ${linkIds}::uuid[]`,
  );
  await execute(tx, sql`DELETE FROM conversion WHERE link_id = ANY (${linkIds}::uuid[])`);
  await execute(tx, sql`DELETE FROM note WHERE link_id = ANY (${linkIds}::uuid[])`);
  await execute(
    tx,
    sql`INSERT INTO erasure (kind, id, owner_id, requested_at) SELECT 'link', id, ${ownerId}, ${requestedAt}
      FROM unnest(${linkIds}::uuid[]) AS link (id)
     ON CONFLICT DO NOTHING`,
  );
}

/**
 * Deletes data of the links' current and former destinations, unless another link has the same destination. Must run
 * before the events are blanked, because the URLs are read from the events.
 */
async function eraseDestinations(tx: Transaction, ownerId: string, linkIds: readonly string[]): Promise<void> {
  await execute(
    tx,
    sql`DELETE FROM destination AS one USING (
       SELECT data ->> 'originalUrl' AS url FROM event WHERE stream_id = ANY (${linkIds}::uuid[]) AND type = 'LinkCreated'
       UNION SELECT data ->> 'to' FROM event WHERE stream_id = ANY (${linkIds}::uuid[]) AND type = 'LinkRetargeted') AS had
     WHERE one.owner_id = ${ownerId} AND hashtextextended(one.url, 0) = hashtextextended(had.url, 0) AND one.url = had.url
       AND NOT EXISTS (SELECT FROM link WHERE ${isDestinationOfLink} AND link.id <> ALL (${linkIds}::uuid[]))`,
  );
}
