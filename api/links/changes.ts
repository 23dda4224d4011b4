import type { LinkEvent } from "@hoplog/schema/events/link.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import type { Reads } from "../database/reads.ts";
import { domainsByNumber } from "./domainOfLink.ts";
import { namesOfGroups } from "./groupOfLink.ts";
import { optionChanges } from "./options/history.ts";

export interface LinkChange {
  /** name, originalUrl, shortUrl, domain, group, isActive, ban, listing, or an option. */
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** What people call things. The default domain has no name. */
export interface Called {
  readonly group: (id: string | null) => string | null;
  readonly domain: (number: number | undefined) => string | null;
}

/** Groups that are gone are called by their ids. */
export async function namesFor(
  services: Reads,
  ownerId: string,
  wanted: { readonly groups: readonly string[]; readonly domains: readonly number[] },
): Promise<Called> {
  const [groups, domains] = await Promise.all([
    namesOfGroups(services, ownerId, wanted.groups),
    domainsByNumber(services, ownerId, wanted.domains),
  ]);
  return {
    group: (id) => id && (groups.get(id) ?? id),
    domain: (number = defaultDomain) => domains.get(number)?.name ?? null,
  };
}

/** The groups that events name. */
export function groupsIn(events: readonly LinkEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === "LinkCreated") return event.data.groupId ?? [];
    return event.type === "LinkMovedToGroup" ? [event.data.from ?? [], event.data.to ?? []].flat() : [];
  });
}

/** The domains that events name. */
export function domainsIn(events: readonly LinkEvent[]): number[] {
  return events.flatMap((event) => {
    if (event.type === "LinkCreated") return event.data.domain ?? [];
    return event.type === "LinkCodeChanged" ? [event.data.fromDomain ?? [], event.data.toDomain ?? []].flat() : [];
  });
}

/** What an event changed, in texts for people. */
export function changesOf(event: LinkEvent, called: Called): LinkChange[] {
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
