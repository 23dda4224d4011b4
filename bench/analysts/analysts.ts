import { counted } from "@hoplog/schema/counted.js";
import { seedLinks } from "../calls/seed.ts";
import { openAccount, type BenchAccount } from "../measure/account.ts";
import { mergesDone, runSql } from "../measure/clickHouse.ts";
import { cpuSeconds } from "../measure/cpu.ts";
import { load, type LoadFigures } from "../measure/load.ts";
import { percentile } from "../measure/percentile.ts";
import type { BenchStack } from "../measure/stack.ts";
import { ms, table, whole } from "../measure/table.ts";
import { fillClicks, linkIdsOf } from "../queries/fill.ts";
import { type PageCall, pageCalls } from "../queries/pages.ts";

const links = 10_000;
const secondsEach = Number(process.env["BENCH_SECONDS"] ?? 8);
/** Number of concurrent analysts: the maximum, plus one that has to wait. */
const analysts = 3;

/** Expensive queries over all clicks or days, grouped by many values. */
const heavy = [
  "SELECT country, city, browser, os, uniqExact(visitor), count() FROM analytics.clicks GROUP BY ALL ORDER BY 6 DESC LIMIT 100",
  "SELECT link_name, toDate(clicked_at) AS day, uniqExact(visitor) FROM analytics.clicks GROUP BY ALL ORDER BY 3 DESC LIMIT 100",
  "SELECT link_name, sum(clicks), sum(visitors) FROM analytics.daily GROUP BY ALL ORDER BY 2 DESC LIMIT 100",
  "SELECT referrer, topK(10)(link_name), quantileExact(toUnixTimestamp(clicked_at)) FROM analytics.clicks GROUP BY referrer ORDER BY 3 LIMIT 100",
];

interface Phase {
  /** Milliseconds that each page took. */
  readonly pages: readonly number[];
  readonly redirects: LoadFigures;
  /** ClickHouse's processor time per second, during pages and during redirects. */
  readonly clickHouse: readonly [number, number];
}

/**
 * Measures the dashboard and redirects without load, then while analysts run the most expensive queries without pause,
 * then without load again.
 */
export async function benchAnalysts(stack: BenchStack): Promise<string> {
  const clicks = Number(process.env["CLICKS"] ?? 10_000_000);
  const account = await openAccount(stack.appUrl);
  await seedLinks(stack.databaseUrl, account.userId, links, links);
  const linkIds = await linkIdsOf(stack.databaseUrl, account.userId);
  await fillClicks(stack, { ownerId: account.userId, linkIds }, clicks);
  await mergesDone(stack.clickHouseUrl);
  const pages = { busiest: linkIds[0] ?? "", usual: linkIds[links >> 1] ?? "", newest: [] };
  const calls = pageCalls(pages).filter(({ name }) => name.startsWith("dashboard"));
  const { code } = await account.createLink();
  const phase = () => measure(stack, account, calls, `${stack.shortUrl}/${code}`);
  await phase();
  const before = await phase();
  const { beside, queries, refused } = await besideAnalysts(stack, phase);
  const after = await phase();
  const p99 = ({ pages }: Phase) => percentile(pages, 0.99);
  const alone = (p99(before) + p99(after)) / 2;
  const perSecond = ({ redirects }: Phase) => redirects.perSecond;
  const aloneRedirects = (perSecond(before) + perSecond(after)) / 2;
  const row = (name: string, it: Phase) => [
    name,
    ms(percentile(it.pages, 0.5)),
    ms(p99(it)),
    whole(perSecond(it)),
    ms(it.redirects.p99),
    whole(it.redirects.failures),
    it.clickHouse.map((seconds) => seconds.toFixed(2)).join(", "),
  ];
  return `${table(
    ["", "dashboard p50", "p99", "redirects/s", "p99", "failed", "ClickHouse, cores"],
    [row("alone", before), row("beside analysts", beside), row("alone again", after)],
  )}
beside analysts: dashboard p99 ${(p99(beside) / alone).toFixed(2)} x, redirects/s ${(perSecond(beside) / aloneRedirects).toFixed(2)} x
${counted(clicks, "click")}; ${counted(analysts, "analyst")}, who had ${counted(queries, "answer")} and ${counted(refused, "refusal or time-out", "refusals or time-outs")} in ${secondsEach * 2} s`;
}

async function measure(
  stack: BenchStack,
  account: BenchAccount,
  calls: readonly PageCall[],
  url: string,
): Promise<Phase> {
  const clickHouse = stack.pidOf("clickhouse");
  const pages: number[] = [];
  const startedWith = cpuSeconds(clickHouse);
  const until = performance.now() + secondsEach * 1000;
  for (let i = 0; performance.now() < until; i++) {
    const call = calls[i % calls.length];
    if (!call) throw new Error("the list of pages contains no dashboard");
    const startedAt = performance.now();
    const response = await fetch(stack.appUrl + call.path, {
      method: "POST",
      headers: { authorization: `Bearer ${account.token}`, "content-type": "application/json" },
      body: JSON.stringify(call.body),
    });
    const text = await response.text();
    if (!response.ok || text.includes('"errors"')) throw new Error(text.slice(0, 300));
    pages.push(performance.now() - startedAt);
  }
  const between = cpuSeconds(clickHouse);
  const redirects = await load({ url }, secondsEach, 16);
  const used = [between - startedWith, cpuSeconds(clickHouse) - between] as const;
  return { pages, redirects, clickHouse: [used[0] / secondsEach, used[1] / secondsEach] };
}

async function besideAnalysts(stack: BenchStack, work: () => Promise<Phase>) {
  const ending = new AbortController();
  let queries = 0;
  let refused = 0;
  const one = async (first: number) => {
    for (let i = first; !ending.signal.aborted; i++) {
      try {
        await runSql(stack.analystUrl, heavy[i % heavy.length] ?? "", "analytics");
        queries += 1;
      } catch {
        refused += 1;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
  const querying = Promise.all(Array.from({ length: analysts }, (_, i) => one(i)));
  const beside = await work();
  ending.abort();
  await querying;
  return { beside, queries, refused };
}
