import { NetworkStatus } from "@apollo/client";
import { useQuery } from "@apollo/client/react";
import { useEffect } from "react";
import { toastError } from "../errors/toasts.tsx";
import { LinksDocument } from "../graphql/generated/graphql.ts";

/** Fills whole rows of two, three or four cards. */
const pageSize = 48;

interface LinkListOptions {
  search: string;
  isActive: boolean;
  /** The name of one, empty for the default one; null: of all. */
  domain: string | null;
}

/** The links that match, newest first, page after page; the server does the searching. */
export function useLinkList({ search, isActive, domain }: LinkListOptions) {
  const { data, previousData, error, loading, fetchMore, refetch, networkStatus } = useQuery(LinksDocument, {
    variables: {
      first: pageSize,
      isActive,
      ...(search === "" ? {} : { search }),
      ...(domain === null ? {} : { domain }),
    },
    fetchPolicy: "cache-and-network",
    nextFetchPolicy: "cache-first",
    notifyOnNetworkStatusChange: true,
  });

  useEffect(() => {
    if (error) toastError(error, "Failed to fetch URLs");
  }, [error]);

  const shown = (data ?? (error ? undefined : previousData))?.links;
  return {
    links: shown?.edges.map((edge) => edge.node) ?? [],
    totalCount: shown?.totalCount ?? 0,
    hasMore: data?.links.pageInfo.hasNextPage ?? false,
    /** True while there is nothing to show yet. */
    firstLoad: loading && !shown,
    /** True while what is shown belongs to an earlier search. */
    stale: loading && !data,
    loadingMore: networkStatus === NetworkStatus.fetchMore,
    failed: error !== undefined && !shown,
    async loadMore() {
      const after = data?.links.pageInfo.endCursor;
      if (!after) return;
      try {
        await fetchMore({ variables: { after } });
      } catch (failure) {
        toastError(failure, "Failed to fetch URLs");
      }
    },
    refetch,
  };
}
