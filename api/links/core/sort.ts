import { raw, type Sql } from "@hoplog/platform/postgres/sql.js";

/** Those that few ask for: otherOrders.ts says how links are read in them. */
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

/** The operator between the key of a row and that of a row before it in this order. */
export const comesAfter = (direction: SortDirection): Sql => raw(direction === "asc" ? ">" : "<");

/** Texts from A on and what expires first, everything else with the most or the newest first, unless specified otherwise. */
export function linkSort(field: LinkSortField = "created", direction?: SortDirection): LinkSort {
  return { field, direction: direction ?? (fromGreatest.has(field) ? "desc" : "asc") };
}
