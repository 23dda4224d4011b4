import { skipToken, useQuery } from "@apollo/client/react";
import { useEffect } from "react";
import { toastError } from "../../core/errors/toasts.tsx";
import { DomainsDocument, DomainStatesDocument } from "../../core/graphql/generated/graphql.ts";
import { whileVisible } from "../../core/live/polling.ts";
import { isWaiting } from "./domainTexts.ts";

/** DNS is asked every five minutes while a domain is set up, and at once by whoever chooses to. */
export const pollMs = 10_000;

/** The workspace's domains; while one waits for its DNS their states are asked for anew. `paused`: somebody else does. */
export function useDomainList(paused: boolean) {
  const { data, error, loading, refetch } = useQuery(DomainsDocument, { fetchPolicy: "cache-and-network" });
  useEffect(() => {
    if (error) toastError(error, "Failed to fetch domains");
  }, [error]);
  const waits = data?.domains.some(({ state }) => isWaiting(state)) === true;
  // Known already: the first request is that of the first poll.
  useQuery(
    DomainStatesDocument,
    waits && !paused ? { fetchPolicy: "cache-first", pollInterval: pollMs, ...whileVisible } : skipToken,
  );
  return { domains: data?.domains, failed: error !== undefined, loading, refetch };
}
