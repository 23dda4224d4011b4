import type { ApolloClient } from "@apollo/client";
import { useApolloClient, useQuery } from "@apollo/client/react";
import { limits } from "@hoplog/schema/limits.js";
import { useEffect, useState } from "react";
import { failureOf } from "../../core/errors/failure.ts";
import { toastFailure } from "../../core/errors/toasts.tsx";
import type { ClickLogQuery } from "../../core/graphql/generated/graphql.ts";
import { ClickLogDocument } from "../../core/graphql/generated/graphql.ts";
import type { Click } from "./clickTexts.ts";
import { addNewest, addOlder } from "./history.ts";
import { useOnClicks } from "../../core/live/useOnClicks.ts";
import type { Filter } from "./view.ts";
import type { Span } from "./spans.ts";

interface Wanted {
  readonly linkId: string;
  readonly span: Span | null;
  readonly filter: Filter;
}

interface Loaded {
  readonly clicks: readonly Click[];
  /** Cursor of the next older page; null at the oldest click. */
  readonly cursor: string | null;
}

/** Maximum number of rows of a saved file; larger exports need the API. */
export const maxSaved = 10_000;

/** A link's clicks, newest first: the latest hundred initially, older ones on demand, new ones live. */
export function useClickHistory({ linkId, span, filter }: Wanted) {
  const client = useApolloClient();
  const variables = { linkId, first: limits.listMax, range: span, filter };
  const { data, error, refetch } = useQuery(ClickLogDocument, { variables, fetchPolicy: "network-only" });
  const [loaded, setLoaded] = useState<Loaded>();
  const [loadingOlder, setLoadingOlder] = useState(false);

  const newest = data?.clickLog;
  const [added, setAdded] = useState<typeof newest>();
  if (newest && newest !== added) {
    setAdded(newest);
    const clicks = addNewest(loaded?.clicks ?? [], newest.clicks);
    const isContinued = loaded !== undefined && clicks !== newest.clicks;
    setLoaded({ clicks, cursor: isContinued ? loaded.cursor : cursorOf(newest) });
  }

  useEffect(() => {
    if (error) reportFailure(error);
  }, [error]);

  useOnClicks(linkId, refetch);

  /** Loads the next older page; resolves with whether it succeeded. */
  const loadOlder = async (): Promise<boolean> => {
    if (!loaded || loaded.cursor === null) return false;
    const { cursor } = loaded;
    setLoadingOlder(true);
    try {
      const page = await client.query({
        query: ClickLogDocument,
        variables: { ...variables, after: cursor },
        fetchPolicy: "no-cache",
      });
      const log = page.data?.clickLog;
      if (!log) return false;
      // The page is ignored if new clicks have reset the list in the meantime, because it would leave a gap.
      setLoaded((now) =>
        now?.cursor === cursor ? { clicks: addOlder(now.clicks, log.clicks), cursor: cursorOf(log) } : now,
      );
      return true;
    } catch (failure) {
      reportFailure(failure);
      return false;
    } finally {
      setLoadingOlder(false);
    }
  };

  /** Loads all clicks of the view, up to `maxSaved`, independently of the clicks already loaded. */
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
      after = log ? cursorOf(log) : null;
    } while (after !== null && all.length < maxSaved);
    return all;
  };

  return {
    loadAll,
    clicks: loaded?.clicks,
    totalCount: newest?.totalCount ?? 0,
    failed: error !== undefined && loaded === undefined,
    hasOlder: loaded !== undefined && loaded.cursor !== null,
    loadOlder,
    loadingOlder,
    refetch,
  };
}

function cursorOf({ hasNextPage, endCursor }: ClickLogQuery["clickLog"]): string | null {
  return hasNextPage ? endCursor : null;
}

function reportFailure(error: unknown): void {
  toastFailure(`Failed to fetch click logs: ${failureOf(error).message || "Unknown error"}`);
}
