import { useQuery } from "@apollo/client/react";
import { useEffect } from "react";
import { LinkStatsDocument } from "../graphql/generated/graphql.ts";
import { useLive } from "../live/LiveUpdates.tsx";

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** A link's figures for people, over all time; they move while clicks come in. */
export function useLinkAnalytics(linkId: string) {
  const { data, error, refetch } = useQuery(LinkStatsDocument, {
    variables: { linkId, tz: timeZone, bots: false },
    fetchPolicy: "cache-and-network",
  });
  useOnClicks(linkId, refetch);
  return { stats: data?.linkStats, error: data ? undefined : error, refetch };
}

/** Many clicks in a moment make one question. */
const settleMs = 400;

/** Calls `refresh` soon after clicks on the link came in. */
export function useOnClicks(linkId: string, refresh: () => Promise<unknown>): void {
  const { onCount } = useLive();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onCount((count) => {
      if (count.linkId !== linkId || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        // The figures on the screen stay; the next click asks again.
        refresh().catch(() => undefined);
      }, settleMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [linkId, onCount, refresh]);
}
