import { useQuery } from "@apollo/client/react";
import { useCallback, useMemo } from "react";
import { useQuestion } from "../account/useAccountAnalytics.ts";
import { useLiveRefresh } from "../account/useLiveRefresh.ts";
import {
  ClassifiedFiguresDocument,
  ClassifiedSamplesDocument,
  ClassifiedTopsDocument,
} from "../../core/graphql/generated/graphql.ts";
import { type BotsView, readBotsView, writeBotsView } from "./address.ts";
import { useAddress } from "../../core/navigation/useAddress.ts";

/** The view in the URL, and a function to change it. */
export const useBotsView = () => useAddress(readBotsView, writeBotsView);

/** Queries are not deduplicated: a query sent after a click must not share a request sent before the click. */
const asked = { fetchPolicy: "cache-and-network", context: { queryDeduplication: false } } as const;

/** Figures, lists and samples of a view, updated live. */
export function useBotFigures(view: BotsView) {
  const { people, only } = view;
  const { question, interval } = useQuestion(useMemo(() => ({ ...view, bots: true, compare: false }), [view]));
  const variables = useMemo(() => {
    const { range, tz, filters } = question;
    return { range, tz, filters, people, only };
  }, [question, people, only]);
  const figures = useQuery(ClassifiedFiguresDocument, { variables: { ...variables, interval }, ...asked });
  const tops = useQuery(ClassifiedTopsDocument, { variables, ...asked });
  const samples = useQuery(ClassifiedSamplesDocument, { variables, ...asked });
  const { refetch: again } = figures;
  const { refetch: topsAgain } = tops;
  const { refetch: samplesAgain } = samples;
  const refetch = useCallback(
    () => Promise.all([again(), topsAgain(), samplesAgain()]),
    [again, topsAgain, samplesAgain],
  );
  useLiveRefresh(refetch);
  return {
    interval,
    question,
    now: (figures.data ?? figures.previousData)?.classifiedClicks,
    tops: (tops.data ?? tops.previousData)?.classifiedClicks,
    samples: (samples.data ?? samples.previousData)?.classifiedClicks.samples,
    error: [figures, tops, samples].find(({ data, error }) => !data && error)?.error,
    refetch,
  };
}
