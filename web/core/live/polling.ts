import { useEffect } from "react";

/** For a query that is polled: nobody sees what a hidden page would learn. */
export const whileVisible = { skipPollAttempt: () => document.hidden };

interface Polled {
  readonly startPolling: (pollMs: number) => void;
  readonly stopPolling: () => void;
}

/** Asks a query again and again as long as `wanted`. */
export function usePolling({ startPolling, stopPolling }: Polled, wanted: boolean, pollMs: number): void {
  useEffect(() => {
    if (!wanted) return;
    startPolling(pollMs);
    return stopPolling;
  }, [wanted, pollMs, startPolling, stopPolling]);
}
