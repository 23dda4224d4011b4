import { skipToken, useQuery } from "@apollo/client/react";
import { isOfLinks } from "@hoplog/schema/clicks/filters.js";
import { ListedClicksDocument } from "../../core/graphql/generated/graphql.ts";
import { useClicksSince } from "../retention/useClicksSince.ts";
import type { Question } from "./useAccountAnalytics.ts";
import { useLiveRefresh } from "./useLiveRefresh.ts";

/**
 * How many clicks the lists of values are made of: all that are counted, but for the single clicks that a retention has removed.
 * They move while clicks come in. Undefined while it is not known.
 */
export function useListedClicks(question: Question, counted: number | undefined): number | undefined {
  const { range, filters } = question;
  const since = useClicksSince(range?.from);
  // By anything that a click itself says, figures count single clicks too.
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
