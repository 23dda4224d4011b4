import { sql } from "@hoplog/platform/postgres/sql.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import type { ClientBase } from "pg";
import { parseEvent } from "@hoplog/schema/events/domainEvent.js";
import type { ShortUrl } from "../../../kernel/calls/capabilities.ts";
import type { Reads } from "../../../kernel/database/reads.ts";
import type { FollowedEvent } from "../../../kernel/eventstore/followEvents.ts";
import { domainsByNumber, shortUrlOf } from "../../../links/core/domainOfLink.ts";
import type { DescribedLink } from "../../../links/core/linkDifferences.ts";
import type { Occurrence } from "../outbox/fanOut.ts";
import { changeableFacts, previousFacts } from "./linkFacts.ts";
import { createNames, type NamesOf } from "./names.ts";
import {
  eventsFrom,
  type DeletedLink,
  readDeletedLinks,
  type KnownLink,
  knownLinks,
  type PlacedEvent,
} from "./readLinks.ts";
import { undoEvent } from "./undo.ts";

type Services = Reads & ShortUrl;

/** The changes of one link in one transaction. */
interface Change {
  readonly linkId: string;
  /** Position of the first event of the changes. */
  readonly position: string;
  readonly events: readonly PlacedEvent[];
}

/**
 * Converts events of links to occurrences, in order: the changes of one link in one transaction are one occurrence, even
 * if the followed events end within it. `isWanted` filters by owner.
 */
export async function linkOccurrences(
  services: Services,
  client: ClientBase,
  followed: readonly FollowedEvent[],
  isWanted: (ownerId: string) => boolean,
): Promise<Occurrence[]> {
  const ids = [...new Set(followed.map(({ streamId }) => streamId))];
  // Reads the links before the events, which then include every event that led to the state of a link.
  const known = await knownLinks(client, ids);
  const deleted = await readDeletedLinks(
    client,
    ids.filter((id) => !known.has(id)),
  );
  const ownerOf = (id: string) => (known.get(id) ?? deleted.get(id))?.ownerId;
  const wanted = followed.filter(({ streamId }) => {
    const owner = ownerOf(streamId);
    return owner ? isWanted(owner) : false;
  });
  if (wanted.length === 0) return [];
  const events = await eventsFrom(client, firstVersions(wanted));
  const occurrences: Occurrence[] = [];
  const names = createNames(services);
  const statesById = new Map<string, States>();
  for (const change of changesIn(wanted, events)) {
    const link = known.get(change.linkId);
    const erased = deleted.get(change.linkId);
    if (erased) occurrences.push(...(await deletedLinkOccurrences(services, change, erased)));
    if (!link) continue;
    let states = statesById.get(link.id);
    if (!states) statesById.set(link.id, (states = statesOf(link, events.get(link.id) ?? [])));
    occurrences.push(...(await existingLinkOccurrences(services, change, link, states, names)));
  }
  return occurrences;
}

/**
 * Returns the version before the first event of each link: a change begins here unless the event of that version
 * belongs to the same transaction.
 */
function firstVersions(followed: readonly FollowedEvent[]): Map<string, number> {
  const versions = new Map<string, number>();
  for (const { streamId, streamVersion } of followed)
    versions.set(streamId, Math.min(versions.get(streamId) ?? Infinity, streamVersion - 1));
  return versions;
}

/**
 * Returns complete changes in the order of their first events. A change that began earlier is omitted: it was already
 * returned.
 */
function changesIn(followed: readonly FollowedEvent[], events: ReadonlyMap<string, readonly PlacedEvent[]>): Change[] {
  const changes: Change[] = [];
  for (const { streamId: linkId, streamVersion, transactionId, position } of followed) {
    const all = events.get(linkId) ?? [];
    const before = all.find(({ version }) => version === streamVersion - 1);
    if (before?.transactionId === transactionId) continue;
    const own = all.filter((each) => each.version >= streamVersion && each.transactionId === transactionId);
    changes.push({ linkId, position, events: own });
  }
  return changes;
}

/** A link before and after each of its events, by version. */
type States = ReadonlyMap<number, { readonly before: DescribedLink; readonly after: DescribedLink }>;

function statesOf(link: KnownLink, events: readonly PlacedEvent[]): States {
  const states = new Map<number, { before: DescribedLink; after: DescribedLink }>();
  let after: DescribedLink = link;
  for (const { version, event } of events.toReversed()) {
    if (version > link.revision) continue;
    const before = undoEvent(after, event);
    states.set(version, { before, after });
    after = before;
  }
  return states;
}

async function existingLinkOccurrences(
  services: Services,
  { linkId, position, events }: Change,
  link: KnownLink,
  states: States,
  names: NamesOf,
): Promise<Occurrence[]> {
  const [first, last] = [events[0], events.at(-1)];
  const before = first && states.get(first.version)?.before;
  const after = last && states.get(last.version)?.after;
  if (!before || !after) return [];
  const { at } = last.event.data;
  const about = { ownerId: link.ownerId, at, key: [position], link: { id: linkId, groupId: after.groupId } };
  const called = await names(link.ownerId, [before, after]);
  const facts = changeableFacts(services, after, called);
  const shown = { _id: linkId, ...facts, createdAt: link.createdAt.toISOString(), updatedAt: at };
  if (first.event.type === "LinkCreated") return [{ ...about, type: "link.created", data: { link: shown } }];
  const isNewPassword = before.options.passwordId !== after.options.passwordId;
  const previous = {
    ...previousFacts(changeableFacts(services, before, called), facts),
    ...(isNewPassword && { hasPassword: before.options.passwordId !== undefined }),
  };
  // No visible field has changed; for example, only a user's favourites have.
  if (Object.keys(previous).length === 0) return [];
  return [{ ...about, type: "link.updated", data: { link: shown, previous } }];
}

/** Returns the occurrence of a change of a link that was deleted since, whose name and destination were erased. */
async function deletedLinkOccurrences(
  services: Services,
  { linkId, position, events }: Change,
  { ownerId, domain, code, groupId }: DeletedLink,
): Promise<Occurrence[]> {
  const types = new Set(events.map(({ event }) => event.type));
  const changed = [...types].filter((type) => type !== "LinkFavourited" && type !== "LinkUnfavourited");
  const last = events.at(-1);
  if (changed.length === 0 || !last) return [];
  const type = types.has("LinkDeleted") ? "link.deleted" : types.has("LinkCreated") ? "link.created" : "link.updated";
  const domains = await domainsByNumber(services, ownerId, [domain]);
  const shown = {
    _id: linkId,
    shortUrl: code,
    fullShortUrl: shortUrlOf(services, { domain, code }, domains),
    ...(domain !== defaultDomain && { domain: domains.get(domain)?.name ?? null }),
  };
  const data = type === "link.deleted" ? { link: shown } : { link: shown, isErased: true };
  const { at } = last.event.data;
  return [{ ownerId, type, at, key: [position], link: { id: linkId, groupId }, data }];
}

/** Returns the occurrences of domains that were lost. */
export async function domainOccurrences(client: ClientBase, followed: readonly FollowedEvent[]): Promise<Occurrence[]> {
  const lost = followed.flatMap((stored) => {
    const event = parseEvent("domain", stored);
    if (event.type !== "DomainStateChanged" || event.data.to !== "lost") return [];
    return [{ ...event.data, position: stored.position }];
  });
  if (lost.length === 0) return [];
  const { rows } = await client.query<{ id: string; ownerId: string; name: string }>(
    sql`SELECT id, owner_id AS "ownerId", name FROM domain WHERE id = ANY (${lost.map(({ domainId }) => domainId)}::uuid[])`,
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  return lost.flatMap(({ domainId, from, at, position }): Occurrence[] => {
    const domain = known.get(domainId);
    if (!domain) return [];
    const data = { domain: { _id: domainId, name: domain.name, state: "lost" }, previous: { state: from } };
    return [{ ownerId: domain.ownerId, type: "domain.lost", link: null, at, key: [position], data }];
  });
}
