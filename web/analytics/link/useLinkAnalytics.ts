import { skipToken, useQuery } from "@apollo/client/react";
import { useCallback } from "react";
import { LinkStatsDocument, PreviousLinkStatsDocument } from "../../core/graphql/generated/graphql.ts";
import { timeZone } from "../../core/live/timeZone.ts";
import { useOnClicks } from "../../core/live/useOnClicks.ts";
import type { View } from "./view.ts";
import { useSpans } from "./useSpans.ts";

/** A link's figures in a view, and the previous period's figures if compared; updated live. */
export function useLinkAnalytics(linkId: string, view: View) {
  const { span, before } = useSpans(view);
  const common = { linkId, tz: timeZone, bots: view.bots, filter: view.filter };
  const { data, previousData, error, refetch } = useQuery(LinkStatsDocument, {
    variables: { ...common, range: span },
    fetchPolicy: "cache-and-network",
  });
  const previous = useQuery(
    PreviousLinkStatsDocument,
    before ? { variables: { ...common, range: before }, fetchPolicy: "cache-and-network" } : skipToken,
  );
  const refresh = useCallback(() => refetch(), [refetch]);
  useOnClicks(linkId, refresh);
  return {
    stats: (data ?? (error ? undefined : previousData))?.linkStats,
    before: before ? previous.data?.linkStats : undefined,
    error: data ? undefined : error,
    refetch,
  };
}
