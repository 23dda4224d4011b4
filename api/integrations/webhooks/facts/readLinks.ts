import { named, sql } from "@hoplog/platform/postgres/sql.js";
import type { LinkEvent } from "@hoplog/schema/events/link.js";
import { parseEvent } from "@hoplog/schema/events/domainEvent.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import type { ClientBase } from "pg";
import type { DescribedLink } from "../../../links/core/linkDifferences.ts";
import { linkColumns, type LinkRow, listingIn } from "../../../links/core/linkRow.ts";

/** A link in its current state. */
export interface KnownLink extends DescribedLink {
  readonly id: string;
  readonly ownerId: string;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Reads links by id, without deleted ones. */
export async function knownLinks(client: ClientBase, ids: readonly string[]): Promise<Map<string, KnownLink>> {
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<LinkRow & { readonly tagIds: readonly string[] }>(
    named(
      "webhook_links",
      sql`SELECT ${linkColumns}, array(SELECT tag_id::text FROM link_tag WHERE link_id = link.id ORDER BY tag_id) AS "tagIds"
      FROM link WHERE id = ANY (${ids}::uuid[])`,
    ),
  );
  return new Map(rows.map((row) => [row.id, { ...row, isArchived: row.archivedAt !== null, listing: listingIn(row) }]));
}

/** The remaining data of a deleted link. */
export interface DeletedLink {
  readonly ownerId: string;
  readonly domain: number;
  readonly code: string;
  readonly groupId: string | null;
}

/** Reads deleted links from their events, as far as these were not blanked. */
export async function readDeletedLinks(client: ClientBase, ids: readonly string[]): Promise<Map<string, DeletedLink>> {
  const deleted = new Map<string, DeletedLink>();
  if (ids.length === 0) return deleted;
  const { rows } = await client.query<{ id: string; type: string; version: number; data: unknown }>(
    sql`SELECT stream_id AS id, type, schema_version AS version, data FROM event
     WHERE stream_type = 'link' AND stream_id = ANY (${ids}::uuid[])
       AND type IN ('LinkCreated', 'LinkMovedToGroup', 'LinkDeleted')
     ORDER BY stream_id, stream_version`,
  );
  for (const { id, ...raw } of rows) {
    const event = parseEvent("link", raw);
    const before = deleted.get(id);
    if (event.type === "LinkCreated") {
      const { ownerId, domain = defaultDomain, code, groupId } = event.data;
      deleted.set(id, { ownerId, domain, code, groupId });
    } else if (before && event.type === "LinkMovedToGroup") deleted.set(id, { ...before, groupId: event.data.to });
    else if (before && event.type === "LinkDeleted") {
      const { domain = defaultDomain, code } = event.data;
      deleted.set(id, { ...before, domain, code });
    }
  }
  return deleted;
}

/** An event of a link with its version. */
export interface PlacedEvent {
  readonly version: number;
  readonly transactionId: string;
  readonly event: LinkEvent;
}

/** Maximum events of one link per read: it may have been edited many times since. */
const eventsMax = 5000;

/** Reads each link's events from a version on, by link id. */
export async function eventsFrom(
  client: ClientBase,
  from: ReadonlyMap<string, number>,
): Promise<Map<string, PlacedEvent[]>> {
  const { rows } = await client.query<{
    id: string;
    placed: number;
    transactionId: string;
    type: string;
    version: number;
    data: unknown;
  }>(
    named(
      "webhook_events",
      sql`SELECT given.id, e.stream_version AS placed, e.transaction_id::text AS "transactionId", e.type,
        e.schema_version AS version, e.data
      FROM unnest(${[...from.keys()]}::uuid[], ${[...from.values()]}::integer[]) AS given (id, version)
      CROSS JOIN LATERAL (SELECT * FROM event WHERE stream_id = given.id AND stream_type = 'link'
        AND stream_version >= given.version
        ORDER BY stream_version LIMIT ${eventsMax}) AS e
      ORDER BY given.id, e.stream_version`,
    ),
  );
  const found = new Map<string, PlacedEvent[]>();
  for (const { id, placed, transactionId, ...raw } of rows) {
    const events = found.get(id) ?? [];
    found.set(id, events);
    events.push({ version: placed, transactionId, event: parseEvent("link", raw) });
  }
  return found;
}
