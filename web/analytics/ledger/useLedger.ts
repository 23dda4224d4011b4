import { skipToken, useQuery } from "@apollo/client/react";
import { useMemo, useState } from "react";
import { fromTheHour } from "../account/series.ts";
import { useSpans } from "../link/useSpans.ts";
import { readView, type View, writeView } from "../link/view.ts";
import {
  LedgerBalanceDocument,
  LedgerLinkDocument,
  type LedgerPart,
  LedgerRequestsDocument,
} from "../../core/graphql/generated/graphql.ts";
import { useAddress } from "../../core/navigation/useAddress.ts";

/** Filter state of the ledger, stored in the URL. */
export interface LedgerView extends Pick<View, "period" | "from" | "to"> {
  readonly linkId: string | null;
}

const id = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function readAddress(query: URLSearchParams): LedgerView {
  const { period, from, to } = readView(query);
  const linkId = query.get("link") ?? "";
  return { period: query.has("range") ? period : "30d", from, to, linkId: id.test(linkId) ? linkId : null };
}

function writeAddress(query: URLSearchParams, { linkId, ...view }: LedgerView): URLSearchParams {
  const next = writeView(query, { ...view, bots: false, compare: false, filter: {} });
  if (view.period === "30d") next.delete("range");
  else next.set("range", view.period);
  if (linkId === null) next.delete("link");
  else next.set("link", linkId);
  return next;
}

/** The view in the URL, and a function to change it. */
export const useLedgerView = () => useAddress(readAddress, writeAddress);

/** Query variables of a view; the span starts on the hour. */
function useQuestion({ period, from, to, linkId }: LedgerView) {
  const { span } = useSpans({ period, from, to, bots: false, compare: false, filter: {} });
  return useMemo(() => ({ range: fromTheHour(span), linkId }), [span, linkId]);
}

export function useLedger(view: LedgerView) {
  const question = useQuestion(view);
  const { data, previousData, error, refetch, loading } = useQuery(LedgerBalanceDocument, {
    variables: question,
    fetchPolicy: "cache-and-network",
    notifyOnNetworkStatusChange: true,
  });
  const link = useQuery(LedgerLinkDocument, view.linkId === null ? skipToken : { variables: { id: view.linkId } });
  return {
    from: question.range?.from,
    balance: (data ?? (error ? undefined : previousData))?.ledger.balance,
    link: link.data?.link ?? null,
    error: data ? undefined : error,
    refetch,
    loading,
  };
}

/** The single requests of a part, paginated. */
export function useRequests(view: LedgerView, part: LedgerPart, reason: string | null) {
  const question = useQuestion(view);
  const [isLoadingMore, setLoadingMore] = useState(false);
  const { data, error, refetch, fetchMore } = useQuery(LedgerRequestsDocument, {
    variables: { ...question, part, reason, after: null },
    fetchPolicy: "network-only",
    nextFetchPolicy: "cache-first",
  });
  const page = data?.ledger.requests;
  const next = page?.next ?? null;
  const more = async () => {
    setLoadingMore(true);
    try {
      await fetchMore({
        variables: { after: next },
        updateQuery: (before, { fetchMoreResult }) => ({
          ...fetchMoreResult,
          ledger: {
            ...fetchMoreResult.ledger,
            requests: {
              ...fetchMoreResult.ledger.requests,
              requests: [...before.ledger.requests.requests, ...fetchMoreResult.ledger.requests.requests],
            },
          },
        }),
      });
    } finally {
      setLoadingMore(false);
    }
  };
  return {
    requests: page?.requests,
    error: data ? undefined : error,
    refetch,
    more: next === null ? null : more,
    isLoadingMore,
  };
}
