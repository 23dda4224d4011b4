import { useEffect } from "react";

/** Query option that pauses polling while the page is hidden. */
export const whileVisible = { skipPollAttempt: () => document.hidden };

interface Polled {
  readonly startPolling: (pollMs: number) => void;
  readonly stopPolling: () => void;
}

/** Polls a query while `wanted`. */
export function usePolling({ startPolling, stopPolling }: Polled, wanted: boolean, pollMs: number): void {
  useEffect(() => {
    if (!wanted) return;
    startPolling(pollMs);
    return stopPolling;
  }, [wanted, pollMs, startPolling, stopPolling]);
}
