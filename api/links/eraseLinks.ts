import type { Transaction } from "../database/orm.ts";

/** Whoever erases clicks. */
export interface NotifyWorker {
  readonly erasures: {
    /** Signals that something is to be erased; without it, it is found within a few seconds. */
    notify(): void;
  };
}

/**
 * Blanks the texts of deleted links in the event log, removes notes, shared pages and alarms about them and has their clicks erased: part of the unit of work
 * that deletes them, so that neither can be forgotten.
 */
export async function eraseLinks(
  tx: Transaction,
  ownerId: string,
  linkIds: readonly string[],
  requestedAt: Date,
): Promise<void> {
  const ids = `{${linkIds.join(",")}}`;
  await tx.execute("SELECT erase_links(?::uuid[])", [ids]);
  await tx.execute("DELETE FROM share WHERE target_id = ANY (?::uuid[])", [ids], "run");
  await tx.execute("DELETE FROM alarm WHERE link_id = ANY (?::uuid[])", [ids], "run");
  // Alarms have said their names where they were about to expire.
  await tx.execute(
    `UPDATE alarm_firing SET subjects = coalesce((SELECT jsonb_agg(one) FROM jsonb_array_elements(subjects) AS one
       WHERE (one ->> 'id')::uuid <> ALL (?::uuid[])), '[]')
     FROM alarm WHERE alarm.id = alarm_id AND owner_id = ? AND kind = 'expiring'
       AND EXISTS (SELECT FROM jsonb_array_elements(subjects) AS one WHERE (one ->> 'id')::uuid = ANY (?::uuid[]))`,
    [ids, ownerId, ids],
    "run",
  );
  await tx.execute("DELETE FROM alarm_told WHERE subject = ANY (?::uuid[])", [ids], "run");
  await tx.execute(
    "UPDATE link_job_link SET error_message = NULL WHERE link_id = ANY (?::uuid[]) AND error_message IS NOT NULL",
    [ids],
    "run",
  );
  // Rows of files that they were made of, or found in again.
  await tx.execute(
    `UPDATE link_import_row AS one SET name = '', original_url = '', short_url = NULL, link = NULL, losses = '[]', error_message = NULL
     FROM link_import AS job, event WHERE job.owner_id = ? AND one.import_id = job.id AND event.stream_id = ANY (?::uuid[])
       AND event.type = 'LinkCreated' AND one.key = event.data -> 'imported' ->> 'key'`,
    [ownerId, ids],
    "run",
  );
  await tx.execute("DELETE FROM note WHERE link_id = ANY (?::uuid[])", [ids], "run");
  await tx.execute(
    `INSERT INTO erasure (kind, id, owner_id, requested_at) SELECT 'link', id, ?, ? FROM unnest(?::uuid[]) AS link (id)
     ON CONFLICT DO NOTHING`,
    [ownerId, requestedAt, ids],
    "run",
  );
}
