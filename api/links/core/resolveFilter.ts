import { hostnameWithPort } from "@hoplog/schema/domains/hostname.js";
import { UnavailableError, validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import { tagKey } from "@hoplog/schema/tags/tags.js";
import type { LinkBounds } from "../../kernel/access/linkBounds.ts";
import type { Logs } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import { clickedBetween } from "../../clicks/counts/clickedBetween.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { linkAtShortUrl } from "./searchedShortUrl.ts";
import { searched } from "./searched.ts";
import { searchText } from "../../kernel/database/searchPattern.ts";
import { domainsNamed, domainsNamedLike, type KnownDomains } from "./domainOfLink.ts";
import type { ClicksRange, LinkFilter, ResolvedFilter, TagsMode } from "./filter.ts";
import { tagIdsByKey, tagsNamedLike } from "./tagsOfLink.ts";
import { linksLike, rarestParts } from "./trigrams.ts";
import type { TrigramCounts } from "./trigramSample.ts";

export type FilterServices = Reads & KnownDomains & ClickHouse & Logs & TrigramCounts;

/** Minimum number of matches among a thousand sampled links. A rarer text hardly fills a page of the newest links. */
const frequentInSample = 3;

export interface ListCaller {
  readonly ownerId: string;
  readonly userId: string;
  /** Bounds of the links that the caller's credential may access; null for all links. */
  readonly within: LinkBounds | null;
}

/** Resolves a filter: its names by {@link resolveNames}, and its search. */
export async function resolveFilter(
  services: FilterServices,
  caller: ListCaller,
  filter: LinkFilter,
): Promise<ResolvedFilter> {
  return resolveSearch(services, caller, await resolveNames(services, caller, filter));
}

/** Resolves the search of a filter. Not needed if the first links in the list's order already fill the page. */
export async function resolveSearch(
  services: Reads,
  { ownerId }: ListCaller,
  named: ResolvedFilter,
): Promise<ResolvedFilter> {
  return isSearch(named) && !named.foundIds ? { ...named, ...(await searched(services, ownerId, named)) } : named;
}

/** Whether a filter has a search text. Throws VALIDATION_ERROR if it is too long. */
export function isSearch({ search }: LinkFilter): boolean {
  return searchText(search) !== null;
}

/**
 * Looks up the domains (also removed ones) and the tags of a filter, and the links in its range of clicks. A host that
 * the workspace never had matches no link. Needs no query for domains in an installation without any. Throws
 * VALIDATION_ERROR for a search or a host that is too long, too many tags, and a range of clicks that is empty or has
 * too many links; UnavailableError if clicks can't be read.
 */
export async function resolveNames(
  services: FilterServices,
  { ownerId, userId, within }: ListCaller,
  filter: LinkFilter,
): Promise<ResolvedFilter> {
  const { search, domain, tags } = filter;
  const text = searchText(search);
  const pasted = text === null ? null : await linkAtShortUrl(services, ownerId, search ?? "");
  const trigrams = text === null ? null : services.sampledTrigrams();
  const isNarrowed = domain !== undefined && domain !== null;
  if (isNarrowed && domain.length > limits.hostMax) {
    throw validationError([{ field: "domain", message: `A domain cannot exceed ${limits.hostMax} characters` }]);
  }
  const hasDomains = (text !== null || isNarrowed) && (await services.domains.anyExist());
  const [searchedDomains, inDomains, searchedTags, withTags, clicked] = await Promise.all([
    hasDomains && text !== null ? domainsNamedLike(services, ownerId, text) : [],
    isNarrowed ? numbersOf(services, ownerId, domain, hasDomains) : undefined,
    text !== null ? tagsNamedLike(services, ownerId, text) : [],
    tags && tags.length > 0 ? tagsOf(services, ownerId, tags, filter.tagsMode ?? "any") : undefined,
    filter.clicks ? clickedLinks(services, ownerId, filter.clicks) : undefined,
  ]);
  const searchedParts = trigrams && text !== null ? rarestParts(text, trigrams.texts) : null;
  const isCalled = searchedDomains.length > 0 || searchedTags.length > 0;
  const isRare = trigrams !== null && text !== null && !isCalled && linksLike(text, trigrams) < frequentInSample;
  const narrowed = { ...(inDomains && { inDomains }), ...(withTags && { withTags }), ...(clicked && { clicked }) };
  return {
    ...filter,
    userId,
    within,
    searchedDomains,
    searchedTags,
    ...(searchedParts && { searchedParts }),
    ...(isRare && { isRare }),
    ...(pasted !== null && { foundIds: [pasted], isFoundInOrder: true }),
    ...narrowed,
  };
}

async function tagsOf(services: Reads, ownerId: string, names: readonly string[], mode: TagsMode) {
  if (names.length > limits.tagsPerLink) {
    throw validationError([{ field: "tags", message: `A filter can have at most ${limits.tagsPerLink} tags` }]);
  }
  const keys = [...new Set(names.map(tagKey))];
  const ids = [...(await tagIdsByKey(services, ownerId, keys)).values()];
  return { ids, mode, missing: keys.length - ids.length };
}

/**
 * Returns the links within the range of clicks. If the range includes 0, returns the links above the range, to be
 * excluded, because ClickHouse does not know links without clicks. Undefined if the range includes all numbers.
 */
async function clickedLinks(
  services: ClickHouse & Logs,
  ownerId: string,
  { min, max, bots }: ClicksRange,
): Promise<ResolvedFilter["clicked"]> {
  const [from, to] = [min ?? 0, max ?? Infinity];
  if (to < from) throw validationError([{ field: "clicksMax", message: "Must not be less than clicksMin" }]);
  if (from <= 0 && to === Infinity) return undefined;
  const among = from >= 1;
  const limit = limits.clickedLinksMax;
  const range = among ? { min: from, max: to } : { min: to + 1, max: Infinity };
  const ids = await orUnavailable(services, () =>
    clickedBetween(services.clickhouse, { ownerId, ...range, bots, limit: limit + 1 }),
  );
  if (ids.length > limit) {
    const message = `More than ${limit} links have a number of clicks in this range. Narrow the range, or sort by clicks`;
    throw validationError([{ field: among ? "clicksMin" : "clicksMax", message }]);
  }
  return { ids, among };
}

async function orUnavailable<T>({ logger }: Logs, query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    logger.warn({ err: error }, "could not filter links by clicks");
    throw new UnavailableError("Links can't be filtered by clicks at the moment. Try again later.", error);
  }
}

async function numbersOf(
  services: Reads & KnownDomains,
  ownerId: string,
  domain: string,
  hasDomains: boolean,
): Promise<readonly number[]> {
  if (domain.trim() === "") return [defaultDomain];
  const host = hostnameWithPort(domain);
  if (host === null) return [];
  const own = hasDomains ? await domainsNamed(services, ownerId, host) : [];
  return own.length === 0 && services.domains.ofInstallation.includes(host) ? [defaultDomain] : own;
}
