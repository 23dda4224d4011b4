import { useApolloClient, useQuery } from "@apollo/client/react";
import { limits } from "@hoplog/schema/limits.js";
import { useEffect, useState } from "react";
import { failureOf } from "../errors/failure.ts";
import { toastFailure } from "../errors/toasts.tsx";
import { ClickLogDocument } from "../graphql/generated/graphql.ts";
import type { Click } from "./clickTexts.ts";
import { addNewest, addOlder } from "./history.ts";
import { useOnClicks } from "./useLinkAnalytics.ts";

interface Older {
  readonly cursor: string | null;
}

/** A link's clicks, newest first: the last hundred at once, older ones on demand, new ones as they come. */
export function useClickHistory(linkId: string) {
  const client = useApolloClient();
  const variables = { linkId, first: limits.listMax };
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

  return {
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
