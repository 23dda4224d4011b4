import { searchPattern } from "../database/searchPattern.ts";

/** What a list of links is narrowed to; null and absent mean any. */
export interface LinkFilter {
  readonly search?: string | null | undefined;
  /** Whether links are {@link activeCondition}. */
  readonly isActive?: boolean | null | undefined;
  readonly groupId?: string | null | undefined;
}

/** A WHERE over the table `link`, with its values. */
export interface LinkCondition {
  readonly sql: string;
  readonly values: readonly (string | Date)[];
}

/**
 * A condition for links that are switched on and have not expired at the instant that it takes as its value. The dashboard
 * counts by it and lists are narrowed by it.
 */
export const activeCondition = "(is_active AND (expires_at IS NULL OR expires_at > ?))";
/** The same for the others, in a form for which there are indexes. */
const inactiveCondition = "(NOT is_active OR expires_at <= ?)";

/** Part of the name, code or original URL in any case: the expression is that of the index link_search. */
const searched = "(name || E'\\n' || code || E'\\n' || original_url) ILIKE ?";

export function matching(ownerId: string, { search, isActive, groupId }: LinkFilter, now: Date): LinkCondition {
  const parts = ["owner_id = ?"];
  const values: (string | Date)[] = [ownerId];
  const pattern = searchPattern(search);
  if (pattern !== null) {
    parts.push(searched);
    values.push(pattern);
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
