import { raw, type Sql } from "@hoplog/platform/postgres/sql.js";

/** Rarely used sort fields: secondarySorts.ts reads links in these orders. */
export const otherSortFields = [
  "updated",
  "destination",
  "externalId",
  "creator",
  "group",
  "domain",
  "tags",
  "note",
  "state",
  "favourite",
  "archived",
  "expires",
] as const;
export type OtherSortField = (typeof otherSortFields)[number];

export const linkSortFields = ["name", "created", "clicks", ...otherSortFields] as const;
export type LinkSortField = (typeof linkSortFields)[number];
export type SortDirection = "asc" | "desc";

export interface LinkSort {
  readonly field: LinkSortField;
  readonly direction: SortDirection;
}

export const newestFirst: LinkSort = { field: "created", direction: "desc" };

const fromGreatest: ReadonlySet<LinkSortField> = new Set(["created", "clicks", "updated", "favourite", "archived"]);

/**
 * Returns the SQL operator for rows after a position: the row's key is on the left, the position's key on the right.
 */
export const afterOperator = (direction: SortDirection): Sql => raw(direction === "asc" ? ">" : "<");

/**
 * Returns a sort order; by default texts and states ascend, expiry begins with the soonest, and everything else begins
 * with the most or the newest.
 */
export function linkSort(field: LinkSortField = "created", direction?: SortDirection): LinkSort {
  return { field, direction: direction ?? (fromGreatest.has(field) ? "desc" : "asc") };
}
