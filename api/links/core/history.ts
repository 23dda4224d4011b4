import { sql } from "@hoplog/platform/postgres/sql.js";
import { eventMetaSchema } from "@hoplog/schema/events/envelope.js";
import { parseEvent } from "@hoplog/schema/events/domainEvent.js";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { Member } from "../../kernel/access/authorize.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { UserRow } from "../../accounts/identity/rows.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import { changesOf, domainsIn, groupsIn, type LinkChange, namesFor, tagsIn } from "./changes.ts";
import { type Edit, editsOf, isRevertible, type PastEvent } from "./edits.ts";
import type { LinksById } from "./linksById.ts";
import { getLink } from "./queries.ts";
import { tagsOfLinks } from "./tagsOfLink.ts";

export interface LinkHistoryEntry {
  /** The version that identifies this edit when it is reverted. */
  readonly version: number;
  readonly at: Date;
  /** The user's name or "An operator"; null for the system, and for a deleted account. */
  readonly by: string | null;
  /** The event's type; `LinkEdited` if the edit has several events. */
  readonly type: string;
  /** The changed fields. Groups and tags are shown by name, or by id if deleted. */
  readonly changes: readonly LinkChange[];
  readonly revertible: boolean;
}

/** Maximum number of events to read, the latest ones: scripts can create any number of events. */
const max = 1000;

interface EventRow {
  readonly stream_version: number;
  readonly type: string;
  readonly schema_version: number;
  readonly data: unknown;
  readonly meta: unknown;
}

/** Returns the edits among the latest {@link max} events of a link, oldest first. Throws NOT_FOUND_ERROR. */
export async function linkHistory(
  services: Database & Reads & LinksById,
  member: Member,
  linkId: string,
): Promise<LinkHistoryEntry[]> {
  const link = await getLink(services, member, linkId);
  const em = services.orm.em.fork();
  const edits = editsOf(await pastEvents(em, linkId));
  const events = edits.flatMap((edit) => edit.events);
  const [names, called] = await Promise.all([
    userNames(em, edits),
    namesFor(services, link.ownerId, { groups: groupsIn(events), domains: domainsIn(events), tags: tagsIn(events) }),
  ]);
  const tagIds = ((await tagsOfLinks(services, link.ownerId, [linkId])).get(link.id) ?? []).map(({ id }) => id);
  const present = { ...link, tagIds: tagIds.toSorted(), isArchived: link.archivedAt !== null };
  return edits.map((edit) => {
    const [first] = edit.events;
    return {
      version: edit.version,
      at: new Date(edit.at),
      by: edit.byOperator ? "An operator" : edit.userId && (names.get(edit.userId) ?? null),
      type: edit.events.length === 1 && first ? first.type : "LinkEdited",
      changes: edit.events.flatMap((event) => changesOf(event, called)),
      revertible: isRevertible(edit, present, called.isTag),
    };
  });
}

/** Returns the latest events of a link's stream, oldest first. */
export async function pastEvents(em: EntityManager, linkId: string): Promise<PastEvent[]> {
  const rows = await rowsOf<EventRow>(
    em,
    sql`SELECT stream_version, type, schema_version, data, meta FROM event
     WHERE stream_id = ${linkId} AND stream_type = 'link' ORDER BY stream_version DESC LIMIT ${max}`,
  );
  return rows.toReversed().map((row) => ({
    version: row.stream_version,
    meta: eventMetaSchema.parse(row.meta),
    event: parseEvent("link", { type: row.type, version: row.schema_version, data: row.data }),
  }));
}

async function userNames(em: EntityManager, edits: readonly Edit[]): Promise<Map<string, string>> {
  const ids = [...new Set(edits.flatMap(({ userId }) => userId ?? []))];
  const users = await em.find(UserRow, { id: { $in: ids } }, { fields: ["id", "name"] });
  return new Map(users.map(({ id, name }) => [id, name]));
}
