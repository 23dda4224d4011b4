import { relayStylePagination } from "@apollo/client/utilities";

type Pages = ReturnType<typeof relayStylePagination>;
type Read = NonNullable<Pages["read"]>;
type Merge = Extract<Pages["merge"], (...args: never[]) => unknown>;

/** Links are listed page after page; each filter has its own list. */
const pages = relayStylePagination(["filter", "sort"]);

/** Stands in what is stored once a list has come. */
const mark = "hasList";

/** How many links there are is asked apart from which they are, and either may come first: a number alone is no empty list. */
const read: Read = (stored, options) => {
  const list = pages.read?.(stored, options);
  if (!list || !stored || mark in stored) return list;
  const { edges: _edges, pageInfo: _pageInfo, ...count } = list;
  return count;
};

const merge: Merge = (stored, incoming, options) => {
  if (typeof pages.merge !== "function") throw new Error("relayStylePagination merges by a function");
  const merged = pages.merge(stored, incoming, options);
  return incoming?.edges && merged ? Object.assign({ [mark]: true }, merged) : merged;
};

export const linksPolicy: Pages = { ...pages, read, merge };
