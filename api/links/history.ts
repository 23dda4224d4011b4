import { eventMetaSchema } from "@hoplog/schema/events/envelope.js";
import { parseEvent } from "@hoplog/schema/events/domainEvent.js";
import type { LinkEvent } from "@hoplog/schema/events/link.js";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { Member } from "../access/authorize.ts";
import type { Database } from "../database/orm.ts";
import type { Reads } from "../database/reads.ts";
import { UserRow } from "../identity/rows.ts";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import { domainsByNumber } from "./domainOfLink.ts";
import { type Edit, editsOf, isRevertible, type PastEvent } from "./edits.ts";
import { namesOfGroups } from "./groupOfLink.ts";
import { optionChanges } from "./options/history.ts";
import type { LinksById } from "./linksById.ts";
import { getLink } from "./queries.ts";

export interface LinkChange {
  /** name, originalUrl, shortUrl, domain, group, isActive, ban, listing, or an option. */
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

export interface LinkHistoryEntry {
  /** What a revert names. */
  readonly version: number;
  readonly at: Date;
  /** The user's name or "An operator"; null for the system, and for an account that is gone. */
  readonly by: string | null;
  /** The event's type; LinkEdited for several at once. */
  readonly type: string;
  /** Groups by their names, or by their ids where they are gone. */
  readonly changes: readonly LinkChange[];
  readonly revertible: boolean;
}

/** So many of the latest events are looked at: whoever edits by script could make any number of them. */
const max = 1000;

interface EventRow {
  readonly stream_version: number;
  readonly type: string;
  readonly schema_version: number;
  readonly data: unknown;
  readonly meta: unknown;
}

/** Oldest first. Throws NOT_FOUND_ERROR. */
export async function linkHistory(
  services: Database & Reads & LinksById,
  member: Member,
  linkId: string,
): Promise<LinkHistoryEntry[]> {
  const link = await getLink(services, member, linkId);
  const em = services.orm.em.fork();
  const edits = editsOf(await pastEvents(em, linkId));
  const [names, groups, domains] = await Promise.all([
    userNames(em, edits),
    namesOfGroups(services, link.ownerId, groupsIn(edits)),
    domainsByNumber(services, link.ownerId, domainsIn(edits)),
  ]);
  const called: Called = {
    group: (id) => id && (groups.get(id) ?? id),
    domain: (number = defaultDomain) => domains.get(number)?.name ?? null,
  };
  return edits.map((edit) => {
    const [first] = edit.events;
    return {
      version: edit.version,
      at: new Date(edit.at),
      by: edit.byOperator ? "An operator" : edit.userId && (names.get(edit.userId) ?? null),
      type: edit.events.length === 1 && first ? first.type : "LinkEdited",
      changes: edit.events.flatMap((event) => changesOf(event, called)),
      revertible: isRevertible(edit, link),
    };
  });
}

/** The latest events of a link's stream, oldest first. */
export async function pastEvents(em: EntityManager, linkId: string): Promise<PastEvent[]> {
  const rows = await em.execute<EventRow[]>(
    `SELECT stream_version, type, schema_version, data, meta FROM event
     WHERE stream_id = ? AND stream_type = 'link' ORDER BY stream_version DESC LIMIT ?`,
    [linkId, max],
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

/** The groups that edits name. */
function groupsIn(edits: readonly Edit[]): string[] {
  return edits.flatMap(({ events }) =>
    events.flatMap((event) => {
      if (event.type === "LinkCreated") return event.data.groupId ?? [];
      return event.type === "LinkMovedToGroup" ? [event.data.from ?? [], event.data.to ?? []].flat() : [];
    }),
  );
}

/** The domains that edits name. */
function domainsIn(edits: readonly Edit[]): number[] {
  return edits.flatMap(({ events }) =>
    events.flatMap((event) => {
      if (event.type === "LinkCreated") return event.data.domain ?? [];
      return event.type === "LinkCodeChanged" ? [event.data.fromDomain ?? [], event.data.toDomain ?? []].flat() : [];
    }),
  );
}

/** What people call things. The default domain has no name. */
interface Called {
  readonly group: (id: string | null) => string | null;
  readonly domain: (number: number | undefined) => string | null;
}

function changesOf(event: LinkEvent, called: Called): LinkChange[] {
  switch (event.type) {
    case "LinkCreated": {
      const { name, originalUrl, domain, code, groupId, options = {} } = event.data;
      return [
        { field: "name", from: null, to: name },
        { field: "originalUrl", from: null, to: originalUrl },
        { field: "shortUrl", from: null, to: code },
        ...(domain === undefined ? [] : [{ field: "domain", from: null, to: called.domain(domain) }]),
        ...(groupId === null ? [] : [{ field: "group", from: null, to: called.group(groupId) }]),
        ...optionChanges({ from: {}, to: options }),
      ];
    }
    case "LinkRenamed":
      return [{ field: "name", from: event.data.from, to: event.data.to }];
    case "LinkRetargeted":
      return [{ field: "originalUrl", from: event.data.from, to: event.data.to }];
    case "LinkCodeChanged": {
      const { from, to, fromDomain, toDomain } = event.data;
      return [
        ...(from === to ? [] : [{ field: "shortUrl", from, to }]),
        ...(fromDomain === toDomain
          ? []
          : [{ field: "domain", from: called.domain(fromDomain), to: called.domain(toDomain) }]),
      ];
    }
    case "LinkMovedToGroup":
      return [{ field: "group", from: called.group(event.data.from), to: called.group(event.data.to) }];
    case "LinkOptionsChanged":
      return optionChanges(event.data);
    case "LinkActivated":
      return [{ field: "isActive", from: "false", to: "true" }];
    case "LinkDeactivated":
      return [{ field: "isActive", from: "true", to: "false" }];
    case "LinkBanned":
      return [{ field: "ban", from: null, to: event.data.reason }];
    case "LinkListed":
      return [{ field: "listing", from: null, to: `${event.data.url}: ${event.data.reason}` }];
    case "LinkBanLifted":
    case "LinkUnlisted":
    case "LinkDeleted":
      return [];
  }
}
