import { useApolloClient } from "@apollo/client/react";
import { useEffect, useState } from "react";
import { repeat, retry, tap, timer } from "rxjs";
import { AccountClicksDocument, type ClickFilter } from "../../core/graphql/generated/graphql.ts";
import { createFeed, type LiveView } from "./feed.ts";

/** Minimum milliseconds between renders, however many events arrive. */
const paintMs = 500;

export interface LiveFeed {
  /** The current view; undefined before the first event. */
  readonly view: LiveView | undefined;
  readonly error: Error | undefined;
}

/**
 * The account's clicks of the last minutes. Must be remounted for other filters. While paused, the view is frozen, but
 * events are still collected.
 */
export function useLiveFeed(filters: ClickFilter[], bots: boolean, paused: boolean): LiveFeed {
  const client = useApolloClient();
  const [feed] = useState(createFeed);
  const [view, setView] = useState<LiveView>();
  const [error, setError] = useState<Error>();

  useEffect(() => {
    const subscription = client
      .subscribe({ query: AccountClicksDocument, variables: { filters, bots }, fetchPolicy: "no-cache" })
      .pipe(
        tap((result) => {
          if (result.error) throw result.error;
          if (result.data) feed.add(result.data.workspaceClicks, Date.now());
          setError(undefined);
        }),
        tap({ error: setError }),
        retry({ delay: (_, attempt) => timer(Math.min(30_000, 1000 * 2 ** attempt)), resetOnSuccess: true }),
        repeat({ delay: 1000 }),
      )
      .subscribe();
    return () => subscription.unsubscribe();
  }, [client, feed, filters, bots]);

  useEffect(() => {
    if (paused) return;
    const paint = () => setView(feed.view(Date.now()) ?? undefined);
    const painting = setInterval(paint, paintMs);
    return () => clearInterval(painting);
  }, [feed, paused]);

  return { view, error };
}
