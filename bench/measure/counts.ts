import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "graphql-ws";
import WebSocket from "ws";

/** The click counts of one link, as pushed to a subscriber. */
export interface FollowedCounts {
  reached(count: number): Promise<void>;
  /** Returns the time, by `performance.now()`, at which the pushed count reached `count`; NaN if it has not. */
  reachedAt(count: number): number;
  close(): void;
}

/** Subscribes to a link's click counts; resolves when the connection is open. */
export async function followCounts(appUrl: string, token: string, linkId: string): Promise<FollowedCounts> {
  const times: number[] = [];
  const client = createClient({
    url: `${appUrl.replace("http", "ws")}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { token },
  });
  const connected = new Promise<void>((resolve) => void client.on("connected", () => resolve()));
  client.subscribe<{ linkCounts: { linkId: string; clicks: number } }>(
    { query: "subscription { linkCounts { linkId clicks } }" },
    {
      next({ data }) {
        if (data?.linkCounts.linkId !== linkId) return;
        while (times.length < data.linkCounts.clicks) times.push(performance.now());
      },
      error: (error) => console.error(error),
      complete: () => {},
    },
  );
  await connected;
  return {
    async reached(count: number): Promise<void> {
      while (times.length < count) await sleep(20);
    },
    reachedAt: (count: number): number => times[count - 1] ?? Number.NaN,
    close: () => void client.dispose(),
  };
}
