import { textsOf } from "@hoplog/schema/links/texts.js";
import type { ShortUrl } from "../../../kernel/calls/capabilities.ts";
import type { DisplayNames } from "../../../links/core/changes.ts";
import { type OwnDomain, shortUrlOf } from "../../../links/core/domainOfLink.ts";
import type { DescribedLink } from "../../../links/core/linkDifferences.ts";
import { shownOptions } from "../../../links/core/options/shown.ts";

/** Names of the groups, tags and domains of links, without deleted groups and tags. */
export interface Names {
  readonly called: DisplayNames;
  readonly groups: ReadonlyMap<string, string>;
  readonly domains: ReadonlyMap<number, OwnDomain>;
}

type Facts = Readonly<Record<string, unknown>>;

/** Returns the fields of a link that can change, as in REST, never its password or hash. */
export function changeableFacts(services: ShortUrl, link: DescribedLink, { called, groups, domains }: Names): Facts {
  const groupName = link.groupId === null ? undefined : groups.get(link.groupId);
  const domain = domains.get(link.domain);
  return {
    name: link.name,
    originalUrl: link.originalUrl,
    shortUrl: link.code,
    fullShortUrl: shortUrlOf(services, link, domains),
    ...(domain && { domain: domain.name }),
    groupId: groupName === undefined ? null : { _id: link.groupId, name: groupName },
    tags: called.tagNames(link.tagIds.filter(called.isTag)),
    ...textsOf(link),
    isArchived: link.isArchived,
    isActive: link.isActive,
    ...(link.banReason !== null && { banReason: link.banReason }),
    ...(link.listing && { listing: link.listing }),
    ...shownOptions(link.options),
  };
}

/** Returns the previous values of changed fields; null for fields that had none. */
export function previousFacts(before: Facts, after: Facts): Facts {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map((name) => [name, before[name] ?? null]));
}
