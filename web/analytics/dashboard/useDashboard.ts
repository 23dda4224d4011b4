import { useQuery } from "@apollo/client/react";
import { useCallback } from "react";
import { isAuthenticationFailure } from "../../core/errors/failure.ts";
import {
  DashboardAnalyticsDocument,
  DashboardDocument,
  RecentGroupsDocument,
  RecentLinksDocument,
} from "../../core/graphql/generated/graphql.ts";
import { timeZone } from "../../core/live/timeZone.ts";
import { useOnClicks } from "../../core/live/useOnClicks.ts";

const recent = 5;

/** Figures that are shown if their query fails and another query does not. */
const noFigures = {
  overview: { totalUrls: 0, totalClicks: 0, totalGroups: 0, averageCTR: 0 },
  growth: { urls: null, clicks: null, groups: null, ctr: null },
};

/**
 * Runs the dashboard's four queries. The data of a failed query is empty; `failure` is set only when all have failed.
 * Data is undefined while loading.
 */
export function useDashboard() {
  const options = { fetchPolicy: "cache-and-network" } as const;
  const figures = useQuery(DashboardDocument, { ...options, variables: { tz: timeZone } });
  const analytics = useQuery(DashboardAnalyticsDocument, { ...options, variables: { tz: timeZone } });
  const links = useQuery(RecentLinksDocument, options);
  const groups = useQuery(RecentGroupsDocument, options);

  const { refetch: refetchFigures } = figures;
  const { refetch: refetchAnalytics } = analytics;
  const { refetch: refetchGroups } = groups;
  const refresh = useCallback(
    () => Promise.all([refetchFigures(), refetchAnalytics(), refetchGroups()]),
    [refetchFigures, refetchAnalytics, refetchGroups],
  );
  useOnClicks(null, refresh);

  const calls = [figures, analytics, links, groups];
  const allFailed = calls.every(({ error, data }) => error !== undefined && data === undefined);
  return {
    failure: allFailed ? failureKind(figures.error) : null,
    figures: figures.data?.dashboard ?? (figures.error && noFigures),
    clicksByDate: analytics.data?.dashboardAnalytics.clicksByDate ?? (analytics.error && []),
    groupDistribution: analytics.data?.dashboardAnalytics.groupDistribution ?? (analytics.error && []),
    links: links.data?.links.edges.slice(0, recent).map((edge) => edge.node) ?? (links.error && []),
    groups: groups.data?.groups.slice(0, recent) ?? (groups.error && []),
  };
}

function failureKind(error: unknown): "authentication" | "load" {
  return isAuthenticationFailure(error) ? "authentication" : "load";
}
