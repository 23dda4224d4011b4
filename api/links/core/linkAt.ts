import { sql } from "@hoplog/platform/postgres/sql.js";
import { validationError } from "@hoplog/schema/errors.js";
import { parseEvent } from "@hoplog/schema/events/domainEvent.js";
import type { LinkEvent } from "@hoplog/schema/events/link.js";
import type { Member } from "../../kernel/access/authorize.ts";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { type LinkChange, namesFor } from "./changes.ts";
import { type OwnDomain, domainsByNumber } from "./domainOfLink.ts";
import { type DescribedLink, differencesOf, type LinkValue, valuesOf } from "./linkDifferences.ts";
import { evolveLink, type LinkState, noLink } from "./link.ts";
import type { LinksById } from "./linksById.ts";
import { type ShownState, stateOf } from "./options/state.ts";
import { getLink } from "./queries.ts";

/** A link as it was at a moment, according to its events. */
export interface LinkAt extends Omit<DescribedLink, "domain" | "tagIds"> {
  readonly at: Date;
  /** The version of the last event up to the moment. */
  readonly version: number;
  readonly groupName: string | null;
  /** Sorted by name; deleted tags appear by id. */
  readonly tags: readonly string[];
  /** The link's domain; undefined for the default one. */
  readonly domain: OwnDomain | undefined;
  /**
   * The state according to the link's own events, which do not include whether its cap was used up or its domain was
   * served.
   */
  readonly state: ShownState;
  /** Field values as text for users, as in the history. */
  readonly values: readonly LinkValue[];
  /** The differences between the state at the moment and the present state. */
  readonly differences: readonly LinkChange[];
}

/**
 * Returns a link as it was at a moment, inclusive. Throws NOT_FOUND_ERROR in the same cases as `linkHistory`, and
 * VALIDATION_ERROR on `field` for a moment before the link was created or in the future.
 */
export async function linkAt(
  services: Reads & LinksById & Clock,
  member: Member,
  linkId: string,
  at: Date,
  field: string,
): Promise<LinkAt> {
  const { ownerId } = await getLink(services, member, linkId);
  if (at > services.now()) throw validationError([{ field, message: "The time is in the future" }]);
  const { then, version, now } = await statesOf(eventsOf(services, linkId), at);
  if (then.status !== "live" || now.status !== "live") {
    throw validationError([{ field, message: "The link was created after this time" }]);
  }
  const [called, domains] = await Promise.all([
    namesFor(services, ownerId, {
      groups: [then.groupId ?? [], now.groupId ?? []].flat(),
      domains: [then.domain, now.domain],
      tags: [...then.tagIds, ...now.tagIds],
    }),
    domainsByNumber(services, ownerId, [then.domain]),
  ]);
  const shown = { ...then, listedUrl: then.listing?.url ?? null };
  return {
    ...then,
    at,
    version,
    groupName: called.group(then.groupId),
    tags: called.tagNames(then.tagIds),
    domain: domains.get(then.domain),
    state: stateOf(shown, at, { isUnreachable: false, visitsLeft: null }),
    values: valuesOf(then, called),
    differences: differencesOf(then, now, called),
  };
}

/**
 * Returns the state after the events up to a moment, and the state after all events. Every event after the first one
 * later than the moment is excluded too, even if its time is earlier because a clock was set back.
 */
export async function statesOf(events: AsyncIterable<LinkEvent> | Iterable<LinkEvent>, at: Date) {
  let [then, now]: [LinkState, LinkState] = [noLink, noLink];
  let [version, isLater] = [0, false];
  for await (const event of events) {
    now = evolveLink(now, event);
    isLater ||= new Date(event.data.at) > at;
    if (isLater) continue;
    then = now;
    version++;
  }
  return { then, version, now };
}

/** Number of events to read at a time: scripts can create any number of events. */
const atOnce = 1000;

interface EventRow {
  readonly stream_version: number;
  readonly type: string;
  readonly schema_version: number;
  readonly data: unknown;
}

async function* eventsOf({ reads }: Reads, linkId: string): AsyncGenerator<LinkEvent> {
  for (let after = 0; ;) {
    const rows = await readRows<EventRow>(
      reads,
      sql`SELECT stream_version, type, schema_version, data FROM event
       WHERE stream_id = ${linkId} AND stream_type = 'link' AND stream_version > ${after} ORDER BY stream_version LIMIT ${atOnce}`,
    );
    for (const { type, schema_version: version, data, stream_version } of rows) {
      after = stream_version;
      yield parseEvent("link", { type, version, data });
    }
    if (rows.length < atOnce) return;
  }
}
