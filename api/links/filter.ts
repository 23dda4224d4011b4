import { searchPattern } from "../database/searchPattern.ts";

/** What a list of links is narrowed to; null and absent mean any. */
export interface LinkFilter {
  readonly search?: string | null | undefined;
  readonly isActive?: boolean | null | undefined;
  readonly groupId?: string | null | undefined;
}

/** A WHERE over the table `link`, with its values. */
export interface LinkCondition {
  readonly sql: string;
  readonly values: readonly (string | boolean)[];
}

/** Part of the name, code or original URL in any case: the expression is that of the index link_search. */
const searched = "(name || E'\\n' || code || E'\\n' || original_url) ILIKE ?";

export function matching(ownerId: string, { search, isActive, groupId }: LinkFilter): LinkCondition {
  const parts = ["owner_id = ?"];
  const values: (string | boolean)[] = [ownerId];
  const pattern = searchPattern(search);
  if (pattern !== null) {
    parts.push(searched);
    values.push(pattern);
  }
  if (isActive !== undefined && isActive !== null) {
    parts.push("is_active = ?");
    values.push(isActive);
  }
  if (groupId) {
    parts.push("group_id = ?");
    values.push(groupId);
  }
  return { sql: parts.join(" AND "), values };
}
