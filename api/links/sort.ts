export const linkSortFields = ["name", "created", "clicks"] as const;
export type LinkSortField = (typeof linkSortFields)[number];
export type SortDirection = "asc" | "desc";

export interface LinkSort {
  readonly field: LinkSortField;
  readonly direction: SortDirection;
}

export const newestFirst: LinkSort = { field: "created", direction: "desc" };

/** Names from A on, everything else with the most or the newest first, unless specified otherwise. */
export function linkSort(field: LinkSortField = "created", direction?: SortDirection): LinkSort {
  return { field, direction: direction ?? (field === "name" ? "asc" : "desc") };
}
