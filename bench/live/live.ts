import { setTimeout as sleep } from "node:timers/promises";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import { createClient } from "graphql-ws";
import WebSocket from "ws";
import { z } from "zod";
import { openAccount } from "../measure/account.ts";
import { percentile } from "../measure/percentile.ts";
import type { BenchStack } from "../measure/stack.ts";
import { ms, table, whole } from "../measure/table.ts";

const visits = 80;

/** Pause between visits in milliseconds, long enough that each visit follows a quiet time. */
const pauseMs = { min: 350, max: 700 };
const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";

/** Redirects per second of another link of the account during the measurement under load. */
const beside = 10_000;
const besideConnections = 64;
const warmUpMs = 5000;
const besideSeconds = 70;

/** Measures the time from the 302 to the count at a subscriber, one visit after another: idle, and under load. */
export async function benchLive(stack: BenchStack): Promise<string> {
  const account = await openAccount(stack.appUrl);
  const link = await account.createLink();
  const other = await account.createLink();
  let awaited = 0;
  let received: (at: number) => void = () => {};
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
        data?.linkCounts.linkId === link.id && data.linkCounts.clicks >= awaited && received(performance.now()),
      error: (error) => console.error(error),
      complete: () => {},
    },
  );
  await connected;

  async function visit(): Promise<number> {
    awaited++;
    const counted = new Promise<number>((resolve) => (received = resolve));
    const response = await fetch(`${stack.shortUrl}/${link.code}`, {
      redirect: "manual",
      headers: { "user-agent": userAgent },
    });
    const redirectedAt = performance.now();
    if (response.status !== 302) throw new Error(`a visit returned status ${response.status}`);
    return (await counted) - redirectedAt;
  }
  async function visitTimes(until: AbortSignal): Promise<number[]> {
    const took: number[] = [];
    while (took.length < visits && !until.aborted) {
      took.push(await visit());
      await sleep(pauseMs.min + Math.random() * (pauseMs.max - pauseMs.min));
    }
    return took;
  }

  const idle = await visitTimes(new AbortController().signal);
  const over = new AbortController();
  const loading = load(`${stack.shortUrl}/${other.code}`).finally(() => over.abort());
  await sleep(warmUpMs);
  const busy = await visitTimes(over.signal);
  const reached = await loading;
  await client.dispose();
  const row = (name: string, took: readonly number[]) => [
    name,
    String(took.length),
    ...[0.5, 0.99, 1].map((share) => ms(percentile(took, share))),
  ];
  return table(
    ["from the 302 to the pushed count", "visits", "p50", "p99", "most"],
    [row("idle, one visit at a time", idle), row(`beside ${whole(reached)} redirects/s`, busy)],
  );
}

const loadResult = z.object({ requests: z.object({ total: z.number() }), duration: z.number() });

/** Loads a URL from another process; returns the redirects per second. */
async function load(url: string): Promise<number> {
  const program = createRequire(import.meta.url).resolve("autocannon/autocannon.js");
  const options = ["-c", String(besideConnections), "-R", String(beside), "-d", String(besideSeconds)];
  const child = spawn(
    process.execPath,
    [program, ...options, "-H", `user-agent=${userAgent}`, "--json", "--no-progress", url],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  const { requests, duration } = loadResult.parse(JSON.parse(await text(child.stdout)));
  return requests.total / duration;
}
