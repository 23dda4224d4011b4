import { setTimeout as rest } from "node:timers/promises";
import { createClient } from "graphql-ws";
import WebSocket from "ws";
import { openAccount } from "../measure/account.ts";
import { percentile } from "../measure/percentile.ts";
import type { BenchStack } from "../measure/stack.ts";
import { ms, table } from "../measure/table.ts";

const visits = 100;

/** Between two visits, in milliseconds: long enough that each is the first after a quiet time. */
const restMs = { least: 350, most: 700 };
const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";

/** From the 302 to the count at a subscriber, one visit after the other. */
export async function benchLive(stack: BenchStack): Promise<string> {
  const account = await openAccount(stack.appUrl);
  const link = await account.createLink();
  let awaited = 0;
  let arrived: (at: number) => void = () => {};
  const client = createClient({
    url: `${stack.appUrl.replace("http", "ws")}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { token: account.token },
  });
  const connected = new Promise<void>((resolve) => void client.on("connected", () => resolve()));
  client.subscribe<{ linkCounts: { linkId: string; clicks: number } }>(
    { query: "subscription { linkCounts { linkId clicks } }" },
    {
      next: ({ data }) =>
        data?.linkCounts.linkId === link.id && data.linkCounts.clicks >= awaited && arrived(performance.now()),
      error: (error) => console.error(error),
      complete: () => {},
    },
  );
  await connected;

  const took: number[] = [];
  for (awaited = 1; awaited <= visits; awaited++) {
    const counted = new Promise<number>((resolve) => (arrived = resolve));
    const response = await fetch(`${stack.shortUrl}/${link.code}`, {
      redirect: "manual",
      headers: { "user-agent": userAgent },
    });
    const redirectedAt = performance.now();
    if (response.status !== 302) throw new Error(`a visit was answered with ${response.status}`);
    took.push((await counted) - redirectedAt);
    await rest(restMs.least + Math.random() * (restMs.most - restMs.least));
  }
  await client.dispose();
  const row = [
    "idle, one visit at a time",
    String(visits),
    ...[0.5, 0.99, 1].map((share) => ms(percentile(took, share))),
  ];
  return table(["from the 302 to the pushed count", "visits", "p50", "p99", "most"], [row]);
}
