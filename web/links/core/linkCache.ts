import type { ApolloCache } from "@apollo/client";
import type { Reference } from "@apollo/client";
import { isReference } from "@apollo/client/utilities";

interface StoredList {
  readonly edges: readonly { readonly node: Reference }[];
  readonly totalCount?: number;
}

/** Removes links from every cached list, after they were deleted, activated or deactivated. */
export function removeFromLists(cache: ApolloCache, linkIds: readonly string[]): void {
  const targets = new Set(linkIds.map((id) => cache.identify({ __typename: "Link", id })));
  cache.modify({
    fields: {
      links(stored: unknown) {
        if (!isStoredList(stored)) return stored;
        const edges = stored.edges.filter((edge) => !targets.has(edge.node.__ref));
        const removed = stored.edges.length - edges.length;
        const { totalCount } = stored;
        return { ...stored, edges, totalCount: totalCount && Math.max(0, totalCount - removed) };
      },
    },
  });
}

/** Removes links from all lists and from the cache. */
export function forgetLinks(cache: ApolloCache, linkIds: readonly string[]): void {
  removeFromLists(cache, linkIds);
  for (const linkId of linkIds) {
    const id = cache.identify({ __typename: "Link", id: linkId });
    if (id !== undefined) cache.evict({ id });
  }
}

function isStoredList(value: unknown): value is StoredList {
  if (typeof value !== "object" || value === null || !("edges" in value) || !Array.isArray(value.edges)) return false;
  return value.edges.every((edge: unknown) => {
    return typeof edge === "object" && edge !== null && "node" in edge && isReference(edge.node);
  });
}
