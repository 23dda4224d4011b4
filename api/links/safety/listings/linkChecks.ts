import type { ClientBase } from "pg";
import { named, raw, sql } from "@hoplog/platform/postgres/sql.js";

// The queue of links whose URLs will be checked. A row has the stage 'ask' until the check, and then 'mark' until the
// link has been listed or unlisted by the result.

/** Queues created or changed links, before all others. */
export async function checkNewLinks(client: ClientBase, linkIds: readonly string[]): Promise<void> {
  if (linkIds.length === 0) return;
  await client.query(
    named(
      "link_check_new",
      sql`INSERT INTO link_check (link_id, stage, is_new, due_at, since)
           SELECT id, 'ask', true, now(), now() FROM unnest(${linkIds}::uuid[]) AS given (id)
           ON CONFLICT (link_id) DO UPDATE SET stage = 'ask', is_new = true, due_at = now(), since = now(), failures = 0`,
    ),
  );
}

/** Queues existing links to be checked now; rows that are due, retried or to be marked are not changed. */
export async function checkLinksAgain(client: ClientBase, linkIds: readonly string[]): Promise<void> {
  if (linkIds.length === 0) return;
  await client.query(
    named(
      "link_check_again",
      sql`INSERT INTO link_check (link_id, stage, is_new, due_at, since)
           SELECT id, 'ask', false, now(), now() FROM unnest(${linkIds}::uuid[]) AS given (id)
           ON CONFLICT (link_id) DO UPDATE SET due_at = now(), since = now(), failures = 0
             WHERE link_check.stage = 'ask' AND link_check.due_at > now() AND link_check.failures = 0`,
    ),
  );
}

/** Queues links to be checked when their verdicts expire, unless the links are already queued. */
export async function expectVerdictsAgain(
  client: ClientBase,
  links: readonly { readonly linkId: string; readonly dueAt: Date }[],
): Promise<void> {
  if (links.length === 0) return;
  await client.query(
    named(
      "link_check_expected",
      sql`INSERT INTO link_check (link_id, stage, is_new, due_at, since)
           SELECT id, 'ask', false, at, at FROM unnest(${links.map(({ linkId }) => linkId)}::uuid[],
             ${links.map(({ dueAt }) => dueAt)}::timestamptz[]) AS given (id, at)
           ON CONFLICT (link_id) DO NOTHING`,
    ),
  );
}

export interface DueCheck {
  readonly linkId: string;
  readonly isNew: boolean;
  /** Time as text in PostgreSQL's precision, to detect changes of the row. */
  readonly dueAt: string;
  readonly failures: number;
  /** Time at which the check became due, before any retries. */
  readonly since: Date;
}

/**
 * Returns due checks, new links first. Owners take turns, in no order, so that an owner of many links does not delay
 * others. Deleted links are included, so that their rows are deleted.
 */
export async function dueChecks(client: ClientBase, limit: number): Promise<DueCheck[]> {
  const { rows } = await client.query<DueCheck>(
    named(
      "link_check_due",
      sql`SELECT link_id AS "linkId", is_new AS "isNew", due_at::text AS "dueAt", failures, since
           FROM (SELECT link_check.*, row_number() OVER (PARTITION BY is_new, owner_id ORDER BY due_at) AS turn
                 FROM link_check LEFT JOIN link ON link.id = link_id WHERE stage = 'ask' AND due_at <= now()) AS due
           ORDER BY is_new DESC, turn, random() LIMIT ${limit}`,
    ),
  );
  return rows;
}

/** Ends a check; the link will then be marked according to the current verdicts. */
export async function endCheck(client: ClientBase, { linkId, dueAt }: DueCheck): Promise<void> {
  await client.query(
    named(
      "link_check_end",
      sql`UPDATE link_check SET stage = 'mark' WHERE link_id = ${linkId} AND stage = 'ask' AND due_at = ${dueAt}::timestamptz`,
    ),
  );
}

export async function postponeCheck(client: ClientBase, { linkId, dueAt }: DueCheck, pauseMs: number): Promise<void> {
  await client.query(
    named(
      "link_check_postpone",
      sql`UPDATE link_check SET failures = failures + 1, due_at = now() + make_interval(secs => ${pauseMs / 1000})
           WHERE link_id = ${linkId} AND stage = 'ask' AND due_at = ${dueAt}::timestamptz`,
    ),
  );
}

/** Returns the SQL condition for links to be marked; without a checker, also for links whose check is due. */
export function checkedSql(hasChecker: boolean): string {
  return hasChecker ? "stage = 'mark'" : "(stage = 'mark' OR (stage = 'ask' AND due_at <= now()))";
}

/** Returns links to be marked. */
export async function checkedLinks(client: ClientBase, hasChecker: boolean, limit: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    named(
      `link_check_checked_${hasChecker ? "with" : "without"}`,
      sql`SELECT link_id AS id FROM link_check WHERE ${raw(checkedSql(hasChecker))} LIMIT ${limit}`,
    ),
  );
  return rows.map(({ id }) => id);
}

export async function forgetChecks(client: ClientBase, linkIds: readonly string[]): Promise<void> {
  if (linkIds.length === 0) return;
  await client.query(named("link_check_forget", sql`DELETE FROM link_check WHERE link_id = ANY (${linkIds}::uuid[])`));
}

/** Returns the number of due checks. */
export async function countDueChecks(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ due: number }>(
    named("link_check_count", sql`SELECT count(*)::int AS due FROM link_check WHERE stage = 'ask' AND due_at <= now()`),
  );
  return rows[0]?.due ?? 0;
}
