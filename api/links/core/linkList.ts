import type { LinkPosition } from "./cursor.ts";
import type { LinkFilter, ResolvedFilter } from "./filter.ts";
import type { LinkRow } from "./linkRow.ts";
import type { LinkSort } from "./sort.ts";

/** A link with its position in the list. */
export interface ListedLink {
  readonly link: LinkRow;
  readonly position: LinkPosition;
}

export interface LinkListQuestion {
  readonly filter: LinkFilter;
  readonly sort: LinkSort;
  /** Start of the page: after a position of a list in the same order, or at an offset. */
  readonly start: { readonly after: LinkPosition } | { readonly offset: number };
  readonly limit: number;
  /** Whether an order by clicks counts bots too. */
  readonly bots: boolean;
}

export interface ResolvedListQuestion extends LinkListQuestion {
  readonly filter: ResolvedFilter;
}
