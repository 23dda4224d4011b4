import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { counted } from "@hoplog/schema/counted.js";
import { seedLinks } from "../calls/seed.ts";
import { type BenchAccount, openAccount } from "../measure/account.ts";
import { mergesDone, runSql } from "../measure/clickHouse.ts";
import { percentile } from "../measure/percentile.ts";
import type { BenchStack } from "../measure/stack.ts";
import { ms, table, whole } from "../measure/table.ts";
import { fillClicks, groupLinks, linkIdsOf, mergeMonths, newestLinks, topsKept } from "./fill.ts";
import { askFloor } from "./floors.ts";
import { type PageCall, pageCalls } from "./pages.ts";
import { whileIngesting } from "./whileIngesting.ts";

const links = 10_000;
const rounds = 100;

/** Time after which a call is not repeated any more, once it has had `minRounds` rounds. */
const maxMs = 6000;
const minRounds = 5;
const sizes = [10_000_000, 100_000_000];

interface Times {
  readonly p50: number;
  readonly p99: number;
}

/**
 * Measures the pages' calls over HTTP, one after another, with 10 and with 100 million clicks. At the largest
 * size, also queries the same figures directly from ClickHouse, repeats the calls while ingest runs at half speed, and
 * then measures redirects with and without concurrent page calls. CLICKS=10000000 runs only that size.
 */
export async function benchQueries(stack: BenchStack): Promise<string> {
  const wanted = process.env["CLICKS"] ? [Number(process.env["CLICKS"])] : sizes;
  let account = await openAccount(stack.appUrl);
  const ownerId = account.userId;
  await seedLinks(stack.databaseUrl, ownerId, links, links);
  const linkIds = await linkIdsOf(stack.databaseUrl, ownerId);
  await linksCopied(stack.clickHouseUrl, ownerId);
  await groupLinks(stack.clickHouseUrl, ownerId);
  const [busiest = "", usual = ""] = [linkIds[0], linkIds[links >> 1]];
  const pages = { busiest, usual, newest: await newestLinks(stack.databaseUrl, ownerId, 50) };
  const calls = pageCalls(pages);
  const page = (call: PageCall) => send(stack, account, call);
  const quiet: Map<string, Times>[] = [];
  for (const clicks of wanted) {
    await fillClicks(stack, { ownerId, linkIds }, clicks);
    await topsKept(stack, ownerId, busiest);
    await mergeMonths(stack.clickHouseUrl);
    await mergesDone(stack.clickHouseUrl);
    // Signs in again, because filling may take longer than the token is valid.
    account = await openAccount(stack.appUrl);
    quiet.push(await timesOf(calls, page));
  }
  const floor = { ...pages, ownerId, clickHouseUrl: stack.clickHouseUrl };
  const direct = await timesOf(calls, (call) => askFloor(floor, call));
  const busy = await whileIngesting(stack, () => timesOf(calls, page));
  const redirects = await redirectsBeside(stack, account, calls);
  const columns = (times: Times | undefined) => (times ? [ms(times.p50), ms(times.p99)] : ["", ""]);
  const rows = calls.map(({ name }) => {
    const [small, large, least] = [quiet[0]?.get(name), quiet.at(-1)?.get(name), direct.get(name)];
    const growth = small && large && quiet.length > 1 ? ratio(large, small) : "";
    const ofFloor = large && least ? ratio(large, least) : "";
    return [
      name,
      ...quiet.flatMap((times) => columns(times.get(name))),
      growth,
      ...columns(least),
      ofFloor,
      ...columns(busy.times.get(name)),
    ];
  });
  const head = [
    "what the pages ask",
    ...wanted.flatMap((clicks) => [`${clicks / 1e6} M p50`, "p99"]),
    "growth",
    "floor p50",
    "p99",
    "of floor",
    "while ingesting p50",
    "p99",
  ];
  return [
    table(head, rows),
    `${counted(links, "link")} in the account, a fifth of all clicks; up to ${counted(rounds, "call")} each in ${maxMs / 1000} s, one after the other`,
    `the floor asks ClickHouse directly for the same figures; of it and growth: p50; while ingesting ${whole(busy.clicksPerSecond)} clicks/s of ${whole(busy.fullSpeed)}`,
    redirects,
  ].join("\n");
}

/** Waits until the seeded links are in ClickHouse. */
async function linksCopied(url: string, ownerId: string): Promise<void> {
  const count = `SELECT count() FROM links FINAL WHERE owner_id = '${ownerId}'`;
  while (Number(await runSql(url, count)) < links) await sleep(200);
}

const ratio = (one: Times, other: Times): string => `${(one.p50 / other.p50).toFixed(1)} x`;

async function timesOf(calls: readonly PageCall[], send: (call: PageCall) => Promise<void>) {
  const times = new Map<string, Times>();
  for (const call of calls) {
    await send(call);
    const took: number[] = [];
    const until = performance.now() + maxMs;
    for (let i = 0; i < rounds && (i < minRounds || performance.now() < until); i++) {
      const startedAt = performance.now();
      await send(call);
      took.push(performance.now() - startedAt);
    }
    times.set(call.name, { p50: percentile(took, 0.5), p99: percentile(took, 0.99) });
  }
  return times;
}

async function send(stack: BenchStack, account: BenchAccount, { path, body }: PageCall): Promise<void> {
  const response = await fetch(stack.appUrl + path, {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${account.token}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok || text.includes('"errors"')) throw new Error(`${response.status} ${text.slice(0, 300)}`);
}

const wrkSeconds = 10;

/** Returns redirects per second without load, and while pages are requested without pause. */
async function redirectsBeside(stack: BenchStack, account: BenchAccount, calls: readonly PageCall[]): Promise<string> {
  const { code } = await account.createLink();
  const url = `${stack.shortUrl}/${code}`;
  const alone = await wrk(url);
  const ending = new AbortController();
  const requesting = (async () => {
    for (let i = 0; !ending.signal.aborted; i++) {
      const call = calls[i % calls.length];
      if (call) await send(stack, account, call);
    }
  })();
  const beside = await wrk(url);
  ending.abort();
  await requesting;
  if (alone === null || beside === null) return "redirects beside: wrk is not installed";
  return `redirects/s: ${whole(alone)} alone, ${whole(beside)} while the pages ask (${(beside / alone).toFixed(2)})`;
}

/** Returns requests per second; null if wrk is missing. */
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
