import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "graphql-ws";
import { parse } from "uuid";
import WebSocket from "ws";
import { counted } from "@hoplog/schema/counted.js";
import { z } from "zod";
import { simulateProducer } from "../clicks/producers.ts";
import { clickWorld, zipf } from "../clicks/world.ts";
import { type BenchAccount, openAccount } from "../measure/account.ts";
import { cpuSeconds } from "../measure/cpu.ts";
import { percentile } from "../measure/percentile.ts";
import type { BenchStack } from "../measure/stack.ts";
import { ms, table, whole } from "../measure/table.ts";

const perSecond = 10_000;
const seconds = 20;
const producers = 8;
const linkCount = 100;
/** Streams watching the same account. */
const streams = 5;
const tickMs = 10;
const patienceMs = 30_000;

interface Phase {
  readonly took: readonly number[];
  readonly reached: number;
  readonly missing: number;
  /** Used share of one core. */
  readonly api: number;
  readonly clickHouse: number;
  readonly messages: number;
}

/**
 * Calls `onTotal` with the account's total number of clicks at each update; resolves with a function that stops the
 * updates.
 */
type Watch = (onTotal: (total: number) => void) => Promise<() => void>;

/**
 * Measures an account with 10,000 clicks per second, from the append to the total at a watcher: the subscription to the
 * account's total, which has only two figures, and `/api/live` with slices, countries and clicks.
 */
export async function benchWatched(stack: BenchStack): Promise<string> {
  const account = await openAccount(stack.appUrl);
  const links = await account.createLinks(linkCount);
  const log = await stack.openLog();
  let before = 0;
  try {
    const phase = async (watch: Watch): Promise<Phase> => {
      const world = clickWorld();
      const pick = zipf(linkCount, 1);
      const ownerId = parse(account.userId);
      const linkIds = links.map(({ id }) => parse(id));
      const appended: { readonly upTo: number; readonly at: number }[] = [];
      const took: number[] = [];
      let shipped = before;
      let told = 0;
      let messages = 0;
      const stop = await watch((total) => {
        messages++;
        told = Math.max(told, total);
        while (appended[0] && appended[0].upTo <= told) took.push(performance.now() - (appended.shift()?.at ?? 0));
      });
      const sending = Array.from({ length: producers }, () =>
        simulateProducer(log, (clicks) => {
          shipped += clicks.length;
          appended.push({ upTo: shipped, at: performance.now() });
        }),
      );
      const used = [cpuSeconds(stack.pidOf("api")), cpuSeconds(stack.pidOf("clickhouse"))];
      const startedAt = performance.now();
      let sent = 0;
      while (performance.now() - startedAt < seconds * 1000) {
        const due = Math.min(perSecond * seconds, ((performance.now() - startedAt) / 1000) * perSecond);
        for (; sent < due; sent++) {
          const linkId = linkIds[pick()] ?? ownerId;
          sending[sent % producers]?.add({ ...world.click(Date.now()), ownerId, linkId, revision: 1 });
        }
        await sleep(tickMs);
      }
      await Promise.all(sending.map((producer) => producer.done()));
      const over = (performance.now() - startedAt) / 1000;
      const [api = 0, clickHouse = 0] = [cpuSeconds(stack.pidOf("api")), cpuSeconds(stack.pidOf("clickhouse"))].map(
        (now, i) => (now - (used[i] ?? 0)) / over,
      );
      before += sent;
      const until = performance.now() + patienceMs;
      const isWaiting = () => told < before && performance.now() < until;
      while (isWaiting()) await sleep(tickMs);
      stop();
      return { took, reached: sent / over, missing: before - told, api, clickHouse, messages };
    };
    const total = await phase((onTotal) => watchTotal(stack, account, onTotal));
    const live = await phase(async (onTotal) => {
      const stops = await Promise.all(
        Array.from({ length: streams }, (_, i) => watchStream(stack, account, i === 0 ? onTotal : () => {})),
      );
      return () => stops.forEach((stop) => stop());
    });
    const row = (name: string, { took, reached, missing, api, clickHouse, messages }: Phase): string[] => [
      name,
      whole(reached),
      String(missing),
      ...[0.5, 0.99, 1].map((share) => ms(percentile(took, share))),
      (percentile(took, 0.5) / percentile(total.took, 0.5)).toFixed(2),
      (messages / seconds).toFixed(1),
      api.toFixed(2),
      clickHouse.toFixed(2),
    ];
    return table(
      [
        "one account, watched",
        "clicks/s",
        "missing",
        "p50",
        "p99",
        "most",
        "p50 of total's",
        "messages/s",
        "api, cores",
        "ClickHouse",
      ],
      [row("its total alone (GraphQL)", total), row(`${counted(streams, "stream")} of /api/live`, live)],
    );
  } finally {
    await log.close();
  }
}

async function watchTotal(stack: BenchStack, { token }: BenchAccount, onTotal: (total: number) => void) {
  const client = createClient({
    url: `${stack.appUrl.replace("http", "ws")}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { token },
  });
  const connected = new Promise<void>((resolve) => void client.on("connected", () => resolve()));
  client.subscribe<{ workspaceCount: { clicksWithBots: number } }>(
    { query: "subscription { workspaceCount { clicksWithBots } }" },
    {
      next: ({ data }) => data && onTotal(data.workspaceCount.clicksWithBots),
      error: (error) => console.error(error),
      complete: () => {},
    },
  );
  await connected;
  return () => void client.dispose();
}

const liveEvent = z.object({
  slices: z.array(z.object({ at: z.string(), people: z.number(), bots: z.number() })),
});

/** Resolves at the first event. One window of the stream contains all clicks of a run. */
async function watchStream(stack: BenchStack, { token }: BenchAccount, onTotal: (total: number) => void) {
  const left = new AbortController();
  const { body } = await fetch(`${stack.appUrl}/api/live?bots=true`, {
    headers: { authorization: `Bearer ${token}` },
    signal: left.signal,
  });
  if (!body) throw new Error("the response of the live stream has no body");
  const slices = new Map<string, number>();
  const read = async (onFirst: () => void): Promise<void> => {
    let text = "";
    for await (const part of body.pipeThrough(new TextDecoderStream())) {
      text += part;
      const frames = text.split("\n\n");
      text = frames.pop() ?? "";
      for (const data of frames.flatMap((frame) => /^data: (.*)$/m.exec(frame)?.[1] ?? [])) {
        for (const { at, people, bots } of liveEvent.parse(JSON.parse(data)).slices) slices.set(at, people + bots);
        onTotal([...slices.values()].reduce((sum, clicks) => sum + clicks, 0));
        onFirst();
      }
    }
  };
  await new Promise<void>((resolve, reject) => {
    read(resolve).catch((error: unknown) => (left.signal.aborted ? resolve() : reject(error)));
  });
  return () => left.abort();
}
