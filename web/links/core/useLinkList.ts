import { NetworkStatus } from "@apollo/client";
import { skipToken, useQuery } from "@apollo/client/react";
import { useEffect, useMemo } from "react";
import { toastError } from "../../core/errors/toasts.tsx";
import type { LinkFilterInput, LinkSort } from "../../core/graphql/generated/graphql.ts";
import { filterInput, type LinkFilters } from "./filters/linkFilters.ts";
import { LinkCountDocument, LinksDocument } from "../../core/graphql/generated/graphql.ts";
import type { ListLayout } from "./view/useListView.ts";

/** Links per page, which fill whole rows of two, three or four cards. */
const cardsPage = 48;
const tablePage = 100;
/**
 * Queries sent after a change must not share a request sent before the change. List and count are one cache object, so
 * a refetch of one must not clear the other.
 */
const asked = { context: { queryDeduplication: false }, refetchWritePolicy: "merge" } as const;

/** Selects the listed links. */
export interface WantedLinks {
  search: string;
  isActive: boolean;
  /** A domain's name; empty for the default domain, null for all. */
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
  /** Whether to query the links' conversions too. */
  converted: boolean;
  /** Sort order; null means newest first. */
  sort: LinkSort | null;
}

/** The matching links, paginated and searched on the server. */
export function useLinkList({ wanted, layout, converted, sort }: LinkListOptions) {
  const variables = { filter: wantedInput(wanted), ...(sort === null ? {} : { sort }) };
  const { data, previousData, error, loading, fetchMore, refetch, networkStatus } = useQuery(LinksDocument, {
    variables: { first: layout === "cards" ? cardsPage : tablePage, converted, ...variables },
    fetchPolicy: "cache-and-network",
    nextFetchPolicy: "cache-first",
    notifyOnNetworkStatusChange: true,
    ...asked,
  });
  // Queried after the list, because counting the matches of a frequent text takes longer than loading a page.
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
    /** Number of matching links; null until it is known. */
    totalCount: counted.data?.links.totalCount ?? null,
    hasMore: data?.links.pageInfo.hasNextPage ?? false,
    /** True while there is nothing to show yet. */
    firstLoad: loading && !shown,
    /** True while the shown links belong to an earlier search. */
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
