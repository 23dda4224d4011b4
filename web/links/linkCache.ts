import type { ApolloCache } from "@apollo/client";
import type { Reference } from "@apollo/client";
import { isReference } from "@apollo/client/utilities";

interface StoredList {
  readonly edges: readonly { readonly node: Reference }[];
  readonly totalCount?: number;
}

/** Takes a link out of every cached list: it was deleted, or switched to the other list. */
export function removeFromLists(cache: ApolloCache, linkId: string): void {
  const target = cache.identify({ __typename: "Link", id: linkId });
  cache.modify({
    fields: {
      links(stored: unknown) {
        if (!isStoredList(stored)) return stored;
        const edges = stored.edges.filter((edge) => edge.node.__ref !== target);
        const removed = stored.edges.length - edges.length;
        return { ...stored, edges, totalCount: Math.max(0, (stored.totalCount ?? removed) - removed) };
      },
    },
  });
}

function isStoredList(value: unknown): value is StoredList {
  if (typeof value !== "object" || value === null || !("edges" in value) || !Array.isArray(value.edges)) return false;
  return value.edges.every((edge: unknown) => {
    return typeof edge === "object" && edge !== null && "node" in edge && isReference(edge.node);
  });
}
