import type { ApolloCache, ApolloClient } from "@apollo/client";
import { repeat, retry, tap, timer } from "rxjs";
import type { LinkCountsSubscription } from "../graphql/generated/graphql.ts";
import { LinkCountsDocument } from "../graphql/generated/graphql.ts";

export type LinkCount = LinkCountsSubscription["linkCounts"];

/** Subscribes to counts: caches each one, then calls `onCount` with it. Returns the unsubscribe function. */
export function followCounts(client: ApolloClient, onCount: (count: LinkCount) => void): () => void {
  const subscription = client
    .subscribe({ query: LinkCountsDocument })
    .pipe(
      tap((result) => {
        if (result.error) throw result.error;
        const count = result.data?.linkCounts;
        if (!count) return;
        writeCount(client.cache, count);
        onCount(count);
      }),
      // The socket reconnects automatically; this code retries subscriptions that the server rejected or ended.
      retry({ delay: (_, attempt) => timer(Math.min(30_000, 1000 * 2 ** attempt)), resetOnSuccess: true }),
      repeat({ delay: 1000 }),
    )
    .subscribe();
  return () => subscription.unsubscribe();
}

/** Writes one link's count. Counts are absolute totals, so the last one applies, and a missed one does no harm. */
export function writeCount(cache: ApolloCache, count: LinkCount): void {
  const id = cache.identify({ __typename: "Link", id: count.linkId });
  if (id !== undefined) cache.modify({ id, fields: { clicks: () => count.clicks } });
}
