import { changedText, isTextChange, type LinkEvent } from "@hoplog/schema/events/link.js";
import { linkTextNames } from "@hoplog/schema/links/texts.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import type { Reads } from "../../kernel/database/reads.ts";
import { domainsByNumber } from "./domainOfLink.ts";
import { namesOfGroups } from "./groupOfLink.ts";
import { namesOfTags } from "./tagsOfLink.ts";
import { optionChanges } from "./options/history.ts";

export interface LinkChange {
  /**
   * Name of the field: name, originalUrl, shortUrl, domain, group, tags, isArchived, isFavourite, isActive, ban,
   * listing, one of `linkTextNames`, or an option.
   */
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** The names of groups, domains and tags, for display. The default domain has no name. */
export interface DisplayNames {
  readonly group: (id: string | null) => string | null;
  readonly domain: (number: number | undefined) => string | null;
  /** Returns the names of tags, sorted. */
  readonly tagNames: (ids: readonly string[]) => readonly string[];
  /** Returns the names of tags as one string; null for no tags. */
  readonly tags: (ids: readonly string[]) => string | null;
  /** Whether a tag still exists. */
  readonly isTag: (id: string) => boolean;
}

/** Loads the names of the given groups, domains and tags. Deleted groups and tags have their ids as names. */
export async function namesFor(
  services: Reads,
  ownerId: string,
  wanted: { readonly groups: readonly string[]; readonly domains: readonly number[]; readonly tags: readonly string[] },
): Promise<DisplayNames> {
  const [groups, domains, tags] = await Promise.all([
    namesOfGroups(services, ownerId, wanted.groups),
    domainsByNumber(services, ownerId, wanted.domains),
    namesOfTags(services, ownerId, wanted.tags),
  ]);
  const tagNames = (ids: readonly string[]) => ids.map((id) => tags.get(id) ?? id).toSorted();
  return {
    group: (id) => id && (groups.get(id) ?? id),
    domain: (number = defaultDomain) => domains.get(number)?.name ?? null,
    isTag: (id) => tags.has(id),
    tagNames,
    tags: (ids) => (ids.length === 0 ? null : tagNames(ids).join(", ")),
  };
}

/** Returns the ids of the tags in events. */
export function tagsIn(events: readonly LinkEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === "LinkCreated") return event.data.tagIds ?? [];
    return event.type === "LinkTagsChanged" ? [...event.data.from, ...event.data.to] : [];
  });
}

/** Returns the ids of the groups in events. */
export function groupsIn(events: readonly LinkEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === "LinkCreated") return event.data.groupId ?? [];
    return event.type === "LinkMovedToGroup" ? [event.data.from ?? [], event.data.to ?? []].flat() : [];
  });
}

/** Returns the numbers of the domains in events. */
export function domainsIn(events: readonly LinkEvent[]): number[] {
  return events.flatMap((event) => {
    if (event.type === "LinkCreated") return event.data.domain ?? [];
    return event.type === "LinkCodeChanged" ? [event.data.fromDomain ?? [], event.data.toDomain ?? []].flat() : [];
  });
}

/** Returns the changes of an event, as text for users; empty for a deletion, a lifted ban and a removed listing. */
export function changesOf(event: LinkEvent, called: DisplayNames): LinkChange[] {
  if (isTextChange(event)) return [{ field: changedText(event), from: event.data.from, to: event.data.to }];
  switch (event.type) {
    case "LinkCreated": {
      const { name, originalUrl, domain, code, groupId, tagIds = [], options = {} } = event.data;
      return [
        { field: "name", from: null, to: name },
        { field: "originalUrl", from: null, to: originalUrl },
        { field: "shortUrl", from: null, to: code },
        ...(domain === undefined ? [] : [{ field: "domain", from: null, to: called.domain(domain) }]),
        ...(groupId === null ? [] : [{ field: "group", from: null, to: called.group(groupId) }]),
        ...(tagIds.length === 0 ? [] : [{ field: "tags", from: null, to: called.tags(tagIds) }]),
        ...linkTextNames.flatMap((field) => {
          const to = event.data[field];
          return to === undefined ? [] : [{ field, from: null, to }];
        }),
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
    case "LinkTagsChanged":
      return [{ field: "tags", from: called.tags(event.data.from), to: called.tags(event.data.to) }];
    case "LinkArchived":
      return [{ field: "isArchived", from: "false", to: "true" }];
    case "LinkUnarchived":
      return [{ field: "isArchived", from: "true", to: "false" }];
    case "LinkFavourited":
      return [{ field: "isFavourite", from: "false", to: "true" }];
    case "LinkUnfavourited":
      return [{ field: "isFavourite", from: "true", to: "false" }];
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
