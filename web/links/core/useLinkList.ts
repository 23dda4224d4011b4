import { NetworkStatus } from "@apollo/client";
import { skipToken, useQuery } from "@apollo/client/react";
import { useEffect, useMemo } from "react";
import { toastError } from "../../core/errors/toasts.tsx";
import type { LinkFilterInput, LinkSort } from "../../core/graphql/generated/graphql.ts";
import { filterInput, type LinkFilters } from "./filters/linkFilters.ts";
import { LinkCountDocument, LinksDocument } from "../../core/graphql/generated/graphql.ts";
import type { ListLayout } from "./view/useListView.ts";

/** Fills whole rows of two, three or four cards. */
const cardsPage = 48;
const tablePage = 100;
/**
 * What is asked after a change is not answered by what was asked before it. List and count are one object of the cache: who asks
 * for one anew must not empty the other.
 */
const asked = { context: { queryDeduplication: false }, refetchWritePolicy: "merge" } as const;

/** Which links are listed. */
export interface WantedLinks {
  search: string;
  isActive: boolean;
  /** The name of one, empty for the default one; null: of all. */
  domain: string | null;
  filters: LinkFilters;
}

export function wantedInput({ search, isActive, domain, filters }: WantedLinks): LinkFilterInput {
  return {
    isActive,
    ...(search === "" ? {} : { search }),
    ...(domain === null ? {} : { domain }),
    ...filterInput(filters),
  };
}

interface LinkListOptions {
  wanted: WantedLinks;
  layout: ListLayout;
  /** Whether it is also asked what clicks became. */
  converted: boolean;
  /** Null: newest first. */
  sort: LinkSort | null;
}

/** The links that match, page after page; the server does the searching. */
export function useLinkList({ wanted, layout, converted, sort }: LinkListOptions) {
  const variables = { filter: wantedInput(wanted), ...(sort === null ? {} : { sort }) };
  const { data, previousData, error, loading, fetchMore, refetch, networkStatus } = useQuery(LinksDocument, {
    variables: { first: layout === "cards" ? cardsPage : tablePage, converted, ...variables },
    fetchPolicy: "cache-and-network",
    nextFetchPolicy: "cache-first",
    notifyOnNetworkStatusChange: true,
    ...asked,
  });
  // Behind the list: counting a frequent text takes longer than a page of it.
  const counted = useQuery(
    LinkCountDocument,
    data === undefined
      ? skipToken
      : { variables, fetchPolicy: "cache-and-network", nextFetchPolicy: "cache-first", ...asked },
  );

  useEffect(() => {
    if (error) toastError(error, "Failed to fetch URLs");
  }, [error]);

  const shown = (data ?? (error ? undefined : previousData))?.links;
  const links = useMemo(() => shown?.edges.map((edge) => edge.node) ?? [], [shown]);
  return {
    links,
    /** Null until it is known. */
    totalCount: counted.data?.links.totalCount ?? null,
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
