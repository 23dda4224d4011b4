import { useApolloClient, useQuery } from "@apollo/client/react";
import { useCallback } from "react";
import { VisitsLeftDocument } from "../../../core/graphql/generated/graphql.ts";
import { usePolling, whileVisible } from "../../../core/live/polling.ts";
import { useOnClicks } from "../../../core/live/useOnClicks.ts";

/** Milliseconds between polls for a link that is shown alone, because its form may also change the limit. */
const pollMs = 2000;
/** Milliseconds within which redirectors report used visits, possibly after the click arrives here. */
const reportDelayMs = 2000;

/** A link's click limit and visits left, kept up to date; undefined until known and for links without a limit. */
export function useVisitsLeft(linkId: string): { readonly max: number; readonly left: number } | undefined {
  const query = useQuery(VisitsLeftDocument, {
    variables: { id: linkId },
    fetchPolicy: "cache-and-network",
    nextFetchPolicy: "cache-first",
    ...whileVisible,
  });
  const { maxClicks = null, visitsLeft = null } = (query.data ?? query.previousData)?.link ?? {};
  const visits = maxClicks === null || visitsLeft === null ? undefined : { max: maxClicks, left: visitsLeft };
  usePolling(query, visits !== undefined, pollMs);
  useVisitsRefreshed(linkId);
  return visits;
}

/** Refetches the visits left into the cache as clicks arrive. */
export function useVisitsRefreshed(linkId: string): void {
  const client = useApolloClient();
  const refresh = useCallback(
    () => client.query({ query: VisitsLeftDocument, variables: { id: linkId }, fetchPolicy: "network-only" }),
    [client, linkId],
  );
  useOnClicks(linkId, refresh, reportDelayMs);
}
