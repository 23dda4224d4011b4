import type { ApolloClient } from "@apollo/client";
import { useApolloClient, useQuery } from "@apollo/client/react";
import { limits } from "@hoplog/schema/limits.js";
import { useEffect, useState } from "react";
import { failureOf } from "../errors/failure.ts";
import { toastFailure } from "../errors/toasts.tsx";
import type { ClickLogQuery } from "../graphql/generated/graphql.ts";
import { ClickLogDocument } from "../graphql/generated/graphql.ts";
import type { Click } from "./clickTexts.ts";
import { addNewest, addOlder } from "./history.ts";
import { useOnClicks } from "../live/useOnClicks.ts";
import type { Filter, Span } from "./view.ts";

interface Wanted {
  readonly linkId: string;
  readonly span: Span | null;
  readonly filter: Filter;
}

interface Older {
  readonly cursor: string | null;
}

/** A file with more rows than this is a job for the API. */
export const maxSaved = 10_000;

/** A link's clicks, newest first: the last hundred at once, older ones on demand, new ones as they come. */
export function useClickHistory({ linkId, span, filter }: Wanted) {
  const client = useApolloClient();
  const variables = { linkId, first: limits.listMax, range: span, filter };
  const { data, error, refetch } = useQuery(ClickLogDocument, { variables, fetchPolicy: "network-only" });
  const [clicks, setClicks] = useState<readonly Click[]>();
  /** Where the next older page starts; undefined while only the newest page was asked for. */
  const [older, setOlder] = useState<Older>();
  const [loadingOlder, setLoadingOlder] = useState(false);

  const newest = data?.clickLog;
  const [added, setAdded] = useState<typeof newest>();
  if (newest && newest !== added) {
    setAdded(newest);
    setClicks(addNewest(clicks ?? [], newest.clicks));
  }

  useEffect(() => {
    if (error) reportFailure(error);
  }, [error]);

  useOnClicks(linkId, refetch);

  const cursor = older ? older.cursor : newest?.hasNextPage ? newest.endCursor : null;
  const loadOlder = async () => {
    setLoadingOlder(true);
    try {
      const page = await client.query({
        query: ClickLogDocument,
        variables: { ...variables, after: cursor },
        fetchPolicy: "no-cache",
      });
      const log = page.data?.clickLog;
      if (!log) return;
      setClicks((known) => addOlder(known ?? [], log.clicks));
      setOlder({ cursor: log.hasNextPage ? log.endCursor : null });
    } catch (failure) {
      reportFailure(failure);
    } finally {
      setLoadingOlder(false);
    }
  };

  /** Every click of the view, up to `mostSaved`, whatever has been loaded so far. */
  const loadAll = async (): Promise<readonly Click[]> => {
    let all: readonly Click[] = [];
    let after: string | null = null;
    do {
      const page: ApolloClient.QueryResult<ClickLogQuery> = await client.query({
        query: ClickLogDocument,
        variables: { ...variables, after },
        fetchPolicy: "no-cache",
      });
      const log = page.data?.clickLog;
      all = addOlder(all, log?.clicks ?? []);
      after = log?.hasNextPage ? log.endCursor : null;
    } while (after !== null && all.length < maxSaved);
    return all;
  };

  return {
    loadAll,
    clicks,
    totalCount: newest?.totalCount ?? 0,
    failed: error !== undefined && clicks === undefined,
    hasOlder: cursor !== null,
    loadOlder,
    loadingOlder,
    refetch,
  };
}

function reportFailure(error: unknown): void {
  toastFailure(`Failed to fetch click logs: ${failureOf(error).message || "Unknown error"}`);
}
