import { relayStylePagination } from "@apollo/client/utilities";

type Pages = ReturnType<typeof relayStylePagination>;
type Read = NonNullable<Pages["read"]>;
type Merge = Extract<Pages["merge"], (...args: never[]) => unknown>;

/** Link lists are paginated; each filter and sort has its own list in the cache. */
const pages = relayStylePagination(["filter", "sort"]);

/** Marks cached entries that contain a loaded list. */
const mark = "hasList";

/**
 * The count and the list are separate queries that may arrive in either order: a cached count without a list must not
 * be read as an empty list.
 */
const read: Read = (stored, options) => {
  const list = pages.read?.(stored, options);
  if (!list || !stored || mark in stored) return list;
  const { edges: _edges, pageInfo: _pageInfo, ...count } = list;
  return count;
};

const merge: Merge = (stored, incoming, options) => {
  if (typeof pages.merge !== "function") throw new Error("relayStylePagination must have a merge function");
  const merged = pages.merge(stored, incoming, options);
  return incoming?.edges && merged ? Object.assign({ [mark]: true }, merged) : merged;
};

export const linksPolicy: Pages = { ...pages, read, merge };
