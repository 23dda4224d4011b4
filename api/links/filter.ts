import { searchPattern } from "../database/searchPattern.ts";

/** What a list of links is narrowed to; null and absent mean any. */
export interface LinkFilter {
  readonly search?: string | null | undefined;
  /** Whether links are {@link activeCondition}. */
  readonly isActive?: boolean | null | undefined;
  readonly groupId?: string | null | undefined;
  /** A host, as people write it; blank for the default domain. */
  readonly domain?: string | null | undefined;
}

/** A filter with the numbers of the domains that it means. */
export interface ResolvedFilter extends LinkFilter {
  /** Undefined for any. */
  readonly inDomains?: readonly number[];
  /** Those that `search` finds by their names. */
  readonly searchedDomains?: readonly number[];
}

/** A WHERE over the table `link`, with its values. */
export interface LinkCondition {
  readonly sql: string;
  readonly values: readonly (string | Date | number)[];
}

/** Few links have a cap: those are looked up, and no others. */
const usedUp = `(max_clicks IS NOT NULL AND EXISTS (
  SELECT FROM link_cap WHERE link_id = link.id AND number = cap_number AND used >= max_clicks))`;

/**
 * A condition for links that are switched on, are not used up, and have not expired at the instant that it takes as its
 * value. The dashboard counts by it and lists are narrowed by it.
 */
export const activeCondition = `(is_active AND (expires_at IS NULL OR expires_at > ?) AND NOT ${usedUp})`;
/** The same for the others, in a form for which there are indexes. */
const inactiveCondition = `(NOT is_active OR expires_at <= ? OR ${usedUp})`;

/** Part of the name, code or original URL in any case: the expression is that of the index link_search. */
const searched = "(name || E'\\n' || code || E'\\n' || original_url) ILIKE ?";

/** Each by itself, so that an index serves either. */
const inDomainsFound = "domain > 0 AND domain = ANY (?::integer[])";

export function matching(
  ownerId: string,
  { search, isActive, groupId, inDomains, searchedDomains = [] }: ResolvedFilter,
  now: Date,
): LinkCondition {
  const parts = ["owner_id = ?"];
  const values: (string | Date | number)[] = [ownerId];
  const pattern = searchPattern(search);
  if (pattern !== null) {
    parts.push(searchedDomains.length === 0 ? searched : `(${searched} OR (${inDomainsFound}))`);
    values.push(pattern);
    if (searchedDomains.length > 0) values.push(`{${searchedDomains.join(",")}}`);
  }
  if (inDomains) {
    parts.push("domain = ANY (?::integer[])");
    values.push(`{${inDomains.join(",")}}`);
  }
  if (isActive !== undefined && isActive !== null) {
    parts.push(isActive ? activeCondition : inactiveCondition);
    values.push(now);
  }
  if (groupId) {
    parts.push("group_id = ?");
    values.push(groupId);
  }
  return { sql: parts.join(" AND "), values };
}
