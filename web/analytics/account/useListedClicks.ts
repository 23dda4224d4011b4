import { skipToken, useQuery } from "@apollo/client/react";
import { ListedClicksDocument } from "../../graphql/generated/graphql.ts";
import { useClicksSince } from "../../retention/useClicksSince.ts";
import type { Question } from "./useAccountAnalytics.ts";

/**
 * How many clicks the lists of values are made of: all that are counted, but for the single clicks that a retention has removed.
 * Undefined while it is not known.
 */
export function useListedClicks(question: Question, counted: number | undefined): number | undefined {
  const { range } = question;
  const since = useClicksSince(range?.from);
  const rest = since === null ? null : { ...range, from: `${since}T00:00:00.000Z` };
  const isLeft = rest !== null && !(rest.to && rest.to <= rest.from);
  const { data } = useQuery(
    ListedClicksDocument,
    isLeft ? { variables: { ...question, range: rest }, fetchPolicy: "cache-and-network" } : skipToken,
  );
  return rest === null ? counted : data?.analytics.figures.clicks;
}
