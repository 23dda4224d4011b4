import { useApolloClient, useQuery } from "@apollo/client/react";
import { useCallback } from "react";
import { VisitsLeftDocument } from "../../../core/graphql/generated/graphql.ts";
import { usePolling, whileVisible } from "../../../core/live/polling.ts";
import { useOnClicks } from "../../../core/live/useOnClicks.ts";

/** A link that is looked at by itself: more may change it than clicks, such as another number in its form. */
const pollMs = 2000;
/** Redirectors say within a second or so which visits were used. The click may be here before that. */
const saidMs = 2000;

/** How many visits a link allows and has left, as that changes; undefined until it is known, and where it allows any number. */
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

/** Fetches the visits left anew as clicks come in, for whoever has them from the cache. */
export function useVisitsRefreshed(linkId: string): void {
  const client = useApolloClient();
  const refresh = useCallback(
    () => client.query({ query: VisitsLeftDocument, variables: { id: linkId }, fetchPolicy: "network-only" }),
    [client, linkId],
  );
  useOnClicks(linkId, refresh, saidMs);
}
