import { useApolloClient, useQuery } from "@apollo/client/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { repeat, retry, tap, timer } from "rxjs";
import { pacedRefresh } from "../account/pacedRefresh.ts";
import { fromTheHour, intervalFor } from "../account/series.ts";
import { readClock, useSpans } from "../link/useSpans.ts";
import {
  LiveMissesDocument,
  type LiveMissesSubscription,
  MissedCodesDocument,
  MissFiguresDocument,
  MissTopsDocument,
} from "../../core/graphql/generated/graphql.ts";
import { timeZone } from "../../core/live/timeZone.ts";
import { type OrphanView, readAddress, writeAddress } from "./address.ts";
import { useAddress } from "../../core/navigation/useAddress.ts";

/** The view in the URL, and a function to change it. */
export const useOrphanView = () => useAddress(readAddress, writeAddress);

const valuesShown = 50;

/** Figures, codes and lists of a view. */
export function useOrphans(view: OrphanView) {
  const { period, from, to, bots, filter } = view;
  const { span } = useSpans({ period, from, to, bots, compare: false, filter: {} });
  const { question, interval } = useMemo(() => {
    const range = fromTheHour(span);
    return {
      question: { range, tz: timeZone, bots, filter },
      interval: intervalFor(
        { period, from, to, bots, compare: false, interval: null, filters: [] },
        range,
        readClock(),
      ),
    };
  }, [span, period, from, to, bots, filter]);
  const fetchPolicy = "cache-and-network";
  const figures = useQuery(MissFiguresDocument, { variables: { ...question, interval }, fetchPolicy });
  const codes = useQuery(MissedCodesDocument, { variables: question, fetchPolicy });
  const tops = useQuery(MissTopsDocument, { variables: { ...question, first: valuesShown }, fetchPolicy });
  const { refetch: again } = figures;
  const { refetch: codesAgain } = codes;
  const { refetch: topsAgain } = tops;
  const refetch = useCallback(() => Promise.all([again(), codesAgain(), topsAgain()]), [again, codesAgain, topsAgain]);
  const all = [figures, codes, tops];
  return {
    interval,
    now: (figures.data ?? figures.previousData)?.misses,
    codes: (codes.data ?? codes.previousData)?.misses.codes,
    tops: (tops.data ?? tops.previousData)?.misses,
    error: all.find(({ data, error }) => !data && error)?.error,
    refetch,
  };
}

export type LiveMisses = LiveMissesSubscription["liveMisses"];

/** Live visits of the last minutes; refetches the page's other data at a limited rate. */
export function useLiveMisses(bots: boolean, refetch: () => Promise<unknown>) {
  const client = useApolloClient();
  const [live, setLive] = useState<LiveMisses>();
  const isFirst = useRef(true);
  const { refresh, stop } = useMemo(() => pacedRefresh(refetch), [refetch]);
  const onEvent = useRef(refresh);
  useEffect(() => {
    onEvent.current = refresh;
    return stop;
  }, [refresh, stop]);
  useEffect(() => {
    isFirst.current = true;
    const subscription = client
      .subscribe({ query: LiveMissesDocument, variables: { bots }, fetchPolicy: "no-cache" })
      .pipe(
        tap((result) => {
          if (result.error) throw result.error;
          if (!result.data) return;
          setLive(result.data.liveMisses);
          // The first event causes no refresh, because the page has just loaded its figures.
          if (!isFirst.current) void onEvent.current();
          isFirst.current = false;
        }),
        retry({ delay: (_, attempt) => timer(Math.min(30_000, 1000 * 2 ** attempt)), resetOnSuccess: true }),
        repeat({ delay: 1000 }),
      )
      .subscribe({ error: () => undefined });
    return () => subscription.unsubscribe();
  }, [client, bots]);
  return live;
}
