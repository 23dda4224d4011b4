import { skipToken, useQuery } from "@apollo/client/react";
import { isOfLinks } from "@hoplog/schema/clicks/filters.js";
import { ListedClicksDocument } from "../../core/graphql/generated/graphql.ts";
import { useClicksSince } from "../retention/useClicksSince.ts";
import type { Question } from "./useAccountAnalytics.ts";
import { useLiveRefresh } from "./useLiveRefresh.ts";

/**
 * The number of clicks that top lists are based on: all counted clicks except single clicks deleted by retention.
 * Updated live; undefined while unknown.
 */
export function useListedClicks(question: Question, counted: number | undefined): number | undefined {
  const { range, filters } = question;
  const since = useClicksSince(range?.from);
  // With filters on a click's own fields, the figures also exclude deleted clicks.
  const rest = since !== null && filters.every(isOfLinks) ? { ...range, from: `${since}T00:00:00.000Z` } : null;
  const isLeft = rest !== null && !(rest.to && rest.to <= rest.from);
  const { data, refetch } = useQuery(
    ListedClicksDocument,
    isLeft ? { variables: { ...question, range: rest }, fetchPolicy: "cache-and-network" } : skipToken,
  );
  useLiveRefresh(isLeft ? refetch : nothing);
  return rest === null ? counted : data?.analytics.figures.clicks;
}

const nothing = () => Promise.resolve();
