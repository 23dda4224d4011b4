import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { encodeClickBatch } from "@hoplog/schema/topics/clickBatch/encode.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import { seedLinks } from "../calls/seed.ts";
import { clickWorld } from "../clicks/world.ts";
import { type BenchAccount, openAccount } from "../measure/account.ts";
import { mergesDone } from "../measure/clickHouse.ts";
import { percentile } from "../measure/percentile.ts";
import { pinTo } from "../measure/pin.ts";
import type { BenchStack } from "../measure/stack.ts";
import { ms, table, whole } from "../measure/table.ts";
import { fillClicks, linkIdsOf, topsKept } from "./fill.ts";
import { type PageCall, pageCalls } from "./pages.ts";

const links = 10_000;
const rounds = 100;

/** A slow query needs fewer rounds. */
const maxMs = 6000;
const minRounds = 5;
const sizes = [10_000_000, 100_000_000];

interface Times {
  readonly p50: number;
  readonly p99: number;
}

/**
 * What the pages ask, over HTTP and one after the other, with 10 and with 100 million clicks; at the larger size also
 * while ingest works at full speed, and how many redirects are answered meanwhile. CLICKS=10000000 runs one size.
 */
export async function benchQueries(stack: BenchStack): Promise<string> {
  const wanted = process.env["CLICKS"] ? [Number(process.env["CLICKS"])] : sizes;
  const account = await openAccount(stack.appUrl);
  await seedLinks(stack.databaseUrl, account.userId, links, links);
  const linkIds = await linkIdsOf(stack.databaseUrl, account.userId);
  const calls = pageCalls(linkIds[0] ?? "", linkIds[links >> 1] ?? "");
  const quiet: Map<string, Times>[] = [];
  for (const clicks of wanted) {
    await fillClicks(stack, { ownerId: account.userId, linkIds }, clicks);
    await topsKept(stack, account.userId, linkIds[0] ?? "");
    await mergesDone(stack.clickHouseUrl);
    quiet.push(await timesOf(stack, account, calls));
  }
  const busy = await whileIngesting(stack, () => timesOf(stack, account, calls));
  const redirects = await redirectsBeside(stack, account, calls);
  const columns = (times: Times | undefined) => (times ? [ms(times.p50), ms(times.p99)] : ["", ""]);
  const rows = calls.map(({ name }) => {
    const [small, large] = [quiet[0]?.get(name), quiet.at(-1)?.get(name)];
    const growth = small && large && quiet.length > 1 ? `${(large.p50 / small.p50).toFixed(1)} x` : "";
    return [name, ...quiet.flatMap((times) => columns(times.get(name))), growth, ...columns(busy.get(name))];
  });
  const head = [
    "what the pages ask",
    ...wanted.flatMap((clicks) => [`${clicks / 1e6} M p50`, "p99"]),
    "growth",
    "while ingesting p50",
    "p99",
  ];
  return `${table(head, rows)}\n${whole(links)} links in the account, a fifth of all clicks; up to ${rounds} calls each in ${maxMs / 1000} s, one after the other\n${redirects}`;
}

async function timesOf(stack: BenchStack, account: BenchAccount, calls: readonly PageCall[]) {
  const times = new Map<string, Times>();
  for (const call of calls) {
    await ask(stack, account, call);
    const took: number[] = [];
    const until = performance.now() + maxMs;
    for (let i = 0; i < rounds && (i < minRounds || performance.now() < until); i++) {
      const startedAt = performance.now();
      await ask(stack, account, call);
      took.push(performance.now() - startedAt);
    }
    times.set(call.name, { p50: percentile(took, 0.5), p99: percentile(took, 0.99) });
  }
  return times;
}

async function ask(stack: BenchStack, account: BenchAccount, { path, body }: PageCall): Promise<void> {
  const response = await fetch(stack.appUrl + path, {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${account.token}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok || text.includes('"errors"')) throw new Error(`${response.status} ${text.slice(0, 300)}`);
}

/** With a log that always has batches to count; ingest on core 0, ClickHouse where it likes. */
async function whileIngesting<T>(stack: BenchStack, work: () => Promise<T>): Promise<T> {
  pinTo(0, stack.pidOf("ingest"));
  const log = await openEventLog({ databaseUrl: stack.databaseUrl, logger: createLogger("bench", "silent") });
  const world = clickWorld();
  const batches = Array.from({ length: 4 }, () =>
    encodeClickBatch(
      randomBytes(16),
      Array.from({ length: 50_000 }, (_, i) => world.click(Date.now() + (i % 1000))),
    ),
  );
  const ending = new AbortController();
  const feeding = (async () => {
    for (let i = 0; !ending.signal.aborted; i++) {
      const value = Buffer.from(batches[i % batches.length] ?? []);
      value.set(randomBytes(16), 16);
      await log.append(clicksV1, [{ key: null, value }]);
      while ((await log.lag(clicksV1, "ingest")) > 8 && !ending.signal.aborted) await pause(20);
    }
  })();
  try {
    return await work();
  } finally {
    ending.abort();
    await feeding;
    await log.close();
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const wrkSeconds = 10;

/** Redirects a second alone, and while the pages ask without a pause. */
async function redirectsBeside(stack: BenchStack, account: BenchAccount, calls: readonly PageCall[]): Promise<string> {
  const { code } = await account.createLink();
  const url = `${stack.shortUrl}/${code}`;
  const alone = await wrk(url);
  const ending = new AbortController();
  const asking = (async () => {
    for (let i = 0; !ending.signal.aborted; i++) {
      const call = calls[i % calls.length];
      if (call) await ask(stack, account, call);
    }
  })();
  const beside = await wrk(url);
  ending.abort();
  await asking;
  if (alone === null || beside === null) return "redirects beside: wrk is not installed";
  return `redirects/s: ${whole(alone)} alone, ${whole(beside)} while the pages ask (${(beside / alone).toFixed(2)})`;
}

/** Null where wrk is missing. */
async function wrk(url: string): Promise<number | null> {
  const child = spawn("wrk", ["-t1", "-c64", `-d${wrkSeconds}s`, url], { stdio: ["ignore", "pipe", "ignore"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null));
    child.once("close", resolve);
  });
  if (code !== 0) return null;
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1] ?? Number.NaN);
}
