import { hostnameOf } from "@hoplog/schema/domains/hostname.js";
import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import type { Reads } from "../database/reads.ts";
import { searchPattern } from "../database/searchPattern.ts";
import { domainsCalled, domainsNamedLike, type KnownDomains } from "./domainOfLink.ts";
import type { LinkFilter, ResolvedFilter } from "./filter.ts";

/**
 * Looks up the domains that a filter means, removed ones too: a host that the workspace never had leaves no link. Takes no
 * query in an installation that has no domain. Throws VALIDATION_ERROR for a search or a host that is too long.
 */
export async function resolveFilter(
  services: Reads & KnownDomains,
  ownerId: string,
  filter: LinkFilter,
): Promise<ResolvedFilter> {
  const { search, domain } = filter;
  const isSearched = searchPattern(search) !== null;
  const isNarrowed = domain !== undefined && domain !== null;
  if (isNarrowed && domain.length > limits.hostMax) {
    throw validationError([{ field: "domain", message: `A domain cannot exceed ${limits.hostMax} characters` }]);
  }
  const hasDomains = (isSearched || isNarrowed) && (await services.domains.anyExist());
  const [searchedDomains, inDomains] = await Promise.all([
    hasDomains && isSearched ? domainsNamedLike(services, ownerId, search ?? "") : [],
    isNarrowed ? numbersOf(services, ownerId, domain, hasDomains) : undefined,
  ]);
  return { ...filter, searchedDomains, ...(inDomains && { inDomains }) };
}

async function numbersOf(
  services: Reads & KnownDomains,
  ownerId: string,
  domain: string,
  hasDomains: boolean,
): Promise<readonly number[]> {
  if (domain.trim() === "") return [defaultDomain];
  const host = hostnameOf(domain);
  if (host === null) return [];
  const own = hasDomains ? await domainsCalled(services, ownerId, host) : [];
  return own.length === 0 && services.domains.ofInstallation.includes(host) ? [defaultDomain] : own;
}
