import { skipToken, useQuery } from "@apollo/client/react";
import { useMemo } from "react";
import { AccountFiguresDocument, type ClickFilter } from "../../core/graphql/generated/graphql.ts";
import { timeZone } from "../../core/live/timeZone.ts";
import { readClock, useSpans } from "../link/useSpans.ts";
import { type AccountView, readAddress, writeAddress } from "./address.ts";
import { fromTheHour, intervalFor } from "./series.ts";
import { useLiveRefresh } from "./useLiveRefresh.ts";
import { useAddress } from "../../core/navigation/useAddress.ts";

/** The view in the URL, and a function to change it. */
export const useAccountView = () => useAddress(readAddress, writeAddress);

/** Converts a view to query variables. */
export function useQuestion(view: AccountView) {
  const { span, before } = useSpans({ ...view, filter: {} });
  return useMemo(() => {
    const filters: ClickFilter[] = view.filters.map((filter) => ({ ...filter, values: [...filter.values] }));
    const common = { tz: timeZone, bots: view.bots, filters };
    const range = fromTheHour(span);
    return {
      interval: intervalFor(view, range, readClock()),
      question: { ...common, range },
      before: before ? { ...common, range: fromTheHour(before) } : null,
    };
  }, [view, span, before]);
}

export type Question = ReturnType<typeof useQuestion>["question"];

/** Figures and chart of a view, and of the previous period if compared; updated live. */
export function useAccountFigures(view: AccountView) {
  const { interval, question, before } = useQuestion(view);
  const options = { fetchPolicy: "cache-and-network" } as const;
  const { data, previousData, error, refetch } = useQuery(AccountFiguresDocument, {
    ...options,
    variables: { ...question, interval },
  });
  const previous = useQuery(
    AccountFiguresDocument,
    before ? { ...options, variables: { ...before, interval } } : skipToken,
  );
  useLiveRefresh(refetch);
  return {
    interval,
    question,
    questionBefore: before,
    now: (data ?? (error ? undefined : previousData))?.analytics,
    before: before ? previous.data?.analytics : undefined,
    error: data ? undefined : error,
    refetch,
  };
}
