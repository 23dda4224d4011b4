import type { ClientBase } from "pg";
import { named, type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import { isDestinationOfLink } from "../core/destinationOfLink.ts";
import type { Health } from "./verdict.ts";

/** A due destination. */
export interface DueDestination extends Health {
  readonly id: string;
  readonly ownerId: string;
  readonly url: string;
  readonly isNew: boolean;
  readonly fetchedAt: Date | null;
  /** Whether any link has this destination, and whether one of its links is in use. */
  readonly isKnown: boolean;
  readonly isUsed: boolean;
}

/** Number of workspaces per turn, and maximum number of new destinations of each, the latest ones. */
const [ownersAtOnce, newOfOwner] = [20, 20];
const checksAtOnce = 100;
/** Number of workspaces searched at a time for due destinations. */
const workspacesPerQuery = 100;
/** SQL condition for destinations that were checked before, and are checked regularly. */
const isDaily = sql`NOT is_new AND checked_at IS NOT NULL`;
/** SQL condition for new destinations that were postponed, or whose check was started by a process that ended. */
const isPostponed = sql`NOT is_new AND checked_at IS NULL`;
/** Sorts before the ids of all workspaces. */
export const firstOwner = "00000000-0000-0000-0000-000000000000";

/** Whether any destination is new or due. */
export async function isAnyDue(client: ClientBase, now: Date): Promise<boolean> {
  const { rows } = await client.query<{ isDue: boolean }>(
    named(
      "destination_any",
      sql`SELECT EXISTS (SELECT FROM destination WHERE is_new)
             OR EXISTS (SELECT FROM destination WHERE ${isDaily} AND due_at <= ${now})
             OR EXISTS (SELECT FROM destination WHERE ${isPostponed} AND due_at <= ${now}) AS "isDue"`,
    ),
  );
  return rows[0]?.isDue ?? false;
}

const columnsAt = (
  now: Date,
) => sql`one.id, one.owner_id AS "ownerId", one.url, one.is_new AS "isNew", one.fetched_at AS "fetchedAt", one.failures,
  one.failing_since AS "failingSince", one.dead_since AS "deadSince", one.problem,
  EXISTS (SELECT FROM link WHERE ${isDestinationOfLink}) AS "isKnown",
  EXISTS (SELECT FROM link WHERE ${isDestinationOfLink} AND is_active AND archived_at IS NULL AND ban_reason IS NULL
    AND (expires_at IS NULL OR expires_at > ${now})) AS "isUsed"`;

/**
 * Returns new destinations of the workspaces after the given id, continuing from the first id. The latest of each
 * workspace come first, then the second latest, so that a workspace that imports a million links does not delay others.
 * Reads only workspaces with new destinations, and only the latest of each.
 */
export async function newDestinations(client: ClientBase, now: Date, after: string): Promise<DueDestination[]> {
  const { rows } = await client.query<DueDestination>(
    named(
      "destination_new",
      sql`WITH turn AS (${ownersBehind(after, sql`is_new`, ownersAtOnce)})
           SELECT ${columnsAt(now)} FROM turn CROSS JOIN LATERAL (
             SELECT *, row_number() OVER (ORDER BY added_at DESC, id) AS place FROM (
               SELECT * FROM destination WHERE is_new AND owner_id = turn.owner_id ORDER BY added_at DESC
                 LIMIT ${newOfOwner}) AS latest
           ) AS one
           ORDER BY one.place, one.owner_id <= ${after}, one.owner_id`,
    ),
  );
  return rows;
}

/**
 * Returns SQL for up to `max` workspaces with destinations that meet the condition `which`: those after the given id,
 * then those from the first id on. Each next id is an index lookup.
 */
function ownersBehind(after: string, which: Sql, max: number): Sql {
  const next = (than: Sql) =>
    sql`(SELECT owner_id FROM destination WHERE ${which} AND owner_id > ${than} ORDER BY owner_id LIMIT 1)`;
  const walk = (from: string) =>
    sql`WITH RECURSIVE walk AS (SELECT ${next(sql`${from}`)} AS owner_id UNION ALL SELECT ${next(sql`walk.owner_id`)} FROM walk
      WHERE walk.owner_id IS NOT NULL)
     SELECT owner_id FROM walk LIMIT ${max}`;
  return sql`SELECT owner_id FROM (${walk(after)}) AS behind WHERE owner_id IS NOT NULL
          UNION ALL SELECT owner_id FROM (${walk(firstOwner)}) AS again WHERE owner_id <= ${after} LIMIT ${max}`;
}

/** Returns due destinations that were checked before, the longest due first. */
export function dueDestinations(client: ClientBase, now: Date): Promise<DueDestination[]> {
  return dueAmong(client, now, { name: "destination_due", which: isDaily });
}

/**
 * Returns the longest due destination of each workspace after the given id, and the last id that was checked.
 * Workspaces take turns, so that one with a million due destinations does not delay others. Workspaces without due
 * destinations are checked too, so each call covers at most 100.
 */
export async function dueByWorkspace(
  client: ClientBase,
  now: Date,
  after: string,
): Promise<{ readonly due: DueDestination[]; readonly to: string }> {
  const { rows: owners } = await client.query<{ ownerId: string }>(
    named(
      "destination_owners",
      sql`SELECT owner_id AS "ownerId" FROM (${ownersBehind(after, isDaily, workspacesPerQuery)}) AS turn
        ORDER BY owner_id <= ${after}, owner_id`,
    ),
  );
  const { rows: due } = await client.query<DueDestination>(
    named(
      "destination_due_in_turn",
      sql`SELECT ${columnsAt(now)} FROM unnest(${owners.map(({ ownerId }) => ownerId)}::uuid[]) WITH
        ORDINALITY AS turn (owner_id, place) CROSS JOIN LATERAL (
             SELECT * FROM destination WHERE ${isDaily} AND owner_id = turn.owner_id AND due_at <= ${now} ORDER BY due_at
               LIMIT 1) AS one
           ORDER BY turn.place`,
    ),
  );
  return { due, to: owners.at(-1)?.ownerId ?? firstOwner };
}

/**
 * Returns new destinations that were postponed, or whose check was interrupted by the end of its process, the longest
 * due first. Separate from other due destinations, because an import may postpone a million.
 */
export function postponedDestinations(client: ClientBase, now: Date): Promise<DueDestination[]> {
  return dueAmong(client, now, { name: "destination_put_off", which: isPostponed });
}

async function dueAmong(
  client: ClientBase,
  now: Date,
  { name, which }: { readonly name: string; readonly which: Sql },
): Promise<DueDestination[]> {
  const { rows } = await client.query<DueDestination>(
    named(
      name,
      sql`SELECT ${columnsAt(now)} FROM (
             SELECT * FROM destination WHERE ${which} AND due_at <= ${now} ORDER BY due_at LIMIT ${checksAtOnce}) AS one
           ORDER BY one.due_at`,
    ),
  );
  return rows;
}

/** Deletes destinations, unless a link has them again. */
export async function removeDestinations(client: ClientBase, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query(
    sql`DELETE FROM destination AS one WHERE id = ANY (${ids}::uuid[]) AND NOT EXISTS (SELECT FROM link
      WHERE ${isDestinationOfLink})`,
  );
}

/** Postpones destinations, each to its own time; new ones are then postponed instead of new. */
export async function postpone(
  client: ClientBase,
  those: readonly { readonly id: string; readonly at: Date }[],
): Promise<void> {
  if (those.length === 0) return;
  await client.query(
    sql`UPDATE destination SET is_new = false, due_at = given.at
      FROM unnest(${those.map(({ id }) => id)}::uuid[], ${those.map(({ at }) => at)}::timestamptz[]) AS given (id, at)
     WHERE destination.id = given.id`,
  );
}

/**
 * Adds the destinations of existing links, except of workspaces that have disabled checks; known ones stay unchanged.
 */
export async function addDestinations(client: ClientBase, linkIds: readonly string[], now: Date): Promise<void> {
  if (linkIds.length === 0) return;
  await client.query(
    sql`INSERT INTO destination (owner_id, url, added_at, due_at)
     SELECT DISTINCT owner_id, original_url, ${now}::timestamptz, ${now}::timestamptz FROM link
     WHERE id = ANY (${linkIds}::uuid[]) AND NOT EXISTS (SELECT FROM destination_checks_off AS off
       WHERE off.owner_id = link.owner_id)
     ON CONFLICT DO NOTHING`,
  );
}

/** A destination that a link no longer has. */
export interface FormerDestination {
  readonly linkId: string;
  readonly url: string;
}

/**
 * Deletes former destinations of links, unless another link of the workspace has the same destination. Destinations of
 * a deleted link are deleted with it.
 */
export async function forgetDestinations(client: ClientBase, left: readonly FormerDestination[]): Promise<void> {
  if (left.length === 0) return;
  await client.query(
    sql`DELETE FROM destination AS one USING unnest(${left.map(({ linkId }) => linkId)}::uuid[],
      ${left.map(({ url }) => url)}::text[]) AS given (link_id, url), link AS leaving
     WHERE leaving.id = given.link_id AND one.owner_id = leaving.owner_id
       AND hashtextextended(one.url, 0) = hashtextextended(given.url, 0) AND one.url = given.url
       AND NOT EXISTS (SELECT FROM link WHERE ${isDestinationOfLink})`,
  );
}

/** Returns the next links by id, for a scan of all links. */
export async function linksAfter(client: ClientBase, after: string, max: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    sql`SELECT id FROM link WHERE id > ${after} ORDER BY id LIMIT ${max}`,
  );
  return rows.map(({ id }) => id);
}

/** Returns how many seconds the longest-waiting destination has been due. */
export async function queueSeconds(client: ClientBase, now: Date): Promise<number> {
  const { rows } = await client.query<{ seconds: number | null }>(
    named(
      "destination_queue",
      sql`SELECT extract(epoch FROM ${now}::timestamptz - least(
             (SELECT min(due_at) FROM destination WHERE ${isDaily}),
             (SELECT min(due_at) FROM destination WHERE ${isPostponed}), (SELECT min(added_at) FROM destination
               WHERE is_new)))::float8 AS seconds`,
    ),
  );
  return Math.max(0, rows[0]?.seconds ?? 0);
}
