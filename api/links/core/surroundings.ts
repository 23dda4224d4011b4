import type { LinkTotals } from "../../clicks/counts/linkTotals.ts";
import { type Totals, linkTotalsIfAvailable } from "../../clicks/counts/cachedTotals.ts";
import {
  authorizeAccount,
  authorizeLinks,
  authorizeDisplay,
  type Member,
  shownPermission,
} from "../../kernel/access/authorize.ts";
import type { Clock, Logs, ShortUrl } from "../../kernel/calls/capabilities.ts";
import { loadedOnce } from "../../kernel/contract/entity.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { domainsByNumber, type OwnDomain } from "./domainOfLink.ts";
import type { NewLinkRow } from "./findOrCreate.ts";
import { namesOfGroups } from "./groupOfLink.ts";
import type { LinkRow } from "./linkRow.ts";
import { favouritesAmong, type OrganisedLink, type OrganisedLinks } from "./organisedLinks.ts";
import { type LinkTag, tagsOfLinks } from "./tagsOfLink.ts";
import { visitsLeft } from "./visitsLeft.ts";

// The parts of a link in responses that are not in its row.

/** A link in responses. A newly created one has known tags and no clicks. */
export type ShownLink = LinkRow & Partial<Pick<NewLinkRow, "tagIds">>;

type Counting = Totals & Logs;

export interface BotCounting {
  /** Whether clicks of bots count in REST; by default they don't. */
  readonly countBots?: boolean;
}

/** The dependencies of showing links. */
export type LinkShowing = Reads & OrganisedLinks & ShortUrl & Counting & Clock & BotCounting;

const isNew = ({ tagIds }: ShownLink) => tagIds !== undefined;

/**
 * Loads each link's domain (undefined for the default one) and the visits that its cap still allows (null without a
 * cap).
 */
export const placeOf = loadedOnce(async (services: Reads, member: Member, links: readonly ShownLink[]) => {
  const numbers = links.map(({ domain }) => domain);
  const [domains, left] = await Promise.all([
    domainsByNumber(services, authorizeDisplay(member), numbers),
    visitsLeft(services, links),
  ]);
  return links.map(({ domain }, i): { readonly domain: OwnDomain | undefined; readonly visitsLeft: number | null } => ({
    domain: domains.get(domain),
    visitsLeft: left[i] ?? null,
  }));
});

/** Loads the id and the current name of a link's group; null for none. */
export const groupOf = loadedOnce(async (services: Reads, member: Member, links: readonly ShownLink[]) => {
  const ids = links.flatMap(({ groupId }) => groupId ?? []);
  const names = await namesOfGroups(services, authorizeDisplay(member), ids);
  return links.map(({ groupId }) => {
    const name = groupId === null ? undefined : names.get(groupId);
    return groupId === null || name === undefined ? null : { _id: groupId, name };
  });
});

/** Loads the tags, favourites and destinations for REST, with one query; undefined for new links without tags. */
export const organisedOf = loadedOnce(async (services: OrganisedLinks, member: Member, links: readonly ShownLink[]) => {
  const asked = links.filter(({ tagIds }) => tagIds?.length !== 0);
  const userId = authorizeAccount(member, shownPermission(member));
  const found = await services.organisedLinks(
    userId,
    asked.map(({ id }) => id),
  );
  return links.map(({ id }): OrganisedLink | undefined => found.get(id));
});

/** Loads the tags of a link, sorted by name. */
export const tagsOf = loadedOnce(async (services: Reads, member: Member, links: readonly ShownLink[]) => {
  const ids = links.map(({ id }) => id);
  const tags = await tagsOfLinks(services, authorizeDisplay(member), ids);
  return ids.map((id): readonly LinkTag[] => tags.get(id) ?? []);
});

/** Loads whether a link is a favourite of the caller. */
export const isFavouriteOf = loadedOnce(async (services: Reads, member: Member, links: readonly ShownLink[]) => {
  const ids = links.map(({ id }) => id);
  const favourites = await favouritesAmong(services, authorizeAccount(member, shownPermission(member)), ids);
  return ids.map((id) => favourites.has(id));
});

/** Loads the all-time clicks of a link; null while ClickHouse is unavailable. */
export const totalsOf = loadedOnce(
  async (services: Counting, member: Member, links: readonly ShownLink[]): Promise<(LinkTotals | null)[]> =>
    loadTotals(services, authorizeDisplay(member), links),
);

/**
 * Loads the totals for REST, without a query if all links are new. Otherwise throws AUTHORIZATION_ERROR for callers who
 * may not read links.
 */
export const totalsInRest = loadedOnce(async (services: Counting, member: Member, links: readonly ShownLink[]) => {
  if (links.every(isNew)) return links.map(() => noClicks);
  return loadTotals(services, authorizeLinks(member, "links:read"), links);
});

const noClicks: LinkTotals = { people: 0, all: 0 };

async function loadTotals(services: Counting, ownerId: string, links: readonly ShownLink[]) {
  const ids = links.map(({ id }) => id);
  const totals = await linkTotalsIfAvailable(services, [ownerId], ids);
  return ids.map((id) => totals && (totals.get(id) ?? noClicks));
}
