import { skipToken, useQuery } from "@apollo/client/react";
import { useEffect } from "react";
import { toastError } from "../../core/errors/toasts.tsx";
import { DomainsDocument, DomainStatesDocument } from "../../core/graphql/generated/graphql.ts";
import { whileVisible } from "../../core/live/polling.ts";
import { isWaiting } from "./domainTexts.ts";

/** Milliseconds between polls. The server checks DNS every five minutes during setup, and immediately on request. */
export const pollMs = 10_000;

/** The workspace's domains, whose states are polled while one waits for DNS. `paused` if another component polls. */
export function useDomainList(paused: boolean) {
  const { data, error, loading, refetch } = useQuery(DomainsDocument, { fetchPolicy: "cache-and-network" });
  useEffect(() => {
    if (error) toastError(error, "Failed to fetch domains");
  }, [error]);
  const waits = data?.domains.some(({ state }) => isWaiting(state)) === true;
  // The domains are already loaded, so the first request is the first poll.
  useQuery(
    DomainStatesDocument,
    waits && !paused ? { fetchPolicy: "cache-first", pollInterval: pollMs, ...whileVisible } : skipToken,
  );
  return { domains: data?.domains, failed: error !== undefined, loading, refetch };
}
