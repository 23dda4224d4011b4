import { setTimeout as sleep } from "node:timers/promises";
import type { EventLog } from "@hoplog/platform/log/port.js";
import { counted } from "@hoplog/schema/counted.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import { mergesDone, runSql } from "../measure/clickHouse.ts";
import { cpuSeconds, familyCpuSeconds } from "../measure/cpu.ts";
import { logBytes } from "../measure/disk.ts";
import { percentile } from "../measure/percentile.ts";
import { startStack, type BenchStack } from "../measure/stack.ts";
import { ms, percent, table, whole } from "../measure/table.ts";
import { openSenders, type Fleet, type Sender } from "./senders.ts";
import { watchLag } from "./watchLag.ts";

/** Clicks per second, the same for every fleet. */
const perSecond = Number(process.env["BENCH_RATE"] ?? 500);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 16);
const warmUpSeconds = 3;
const restSeconds = 6;

const real = { listeners: 2, redirectors: 4 };
/**
 * This fleet runs first and last: a difference between the two runs is due to the machine, or to ClickHouse's pending
 * merges.
 */
const one: Fleet = { name: "1 producer", producers: 1 };
const fleets: readonly Fleet[] = [
  one,
  { name: "8 producers", producers: 8 },
  {
    name: `${counted(real.redirectors * real.listeners, "listener")} of ${counted(real.redirectors, "redirector")}`,
    producers: null,
  },
  { name: "64 producers", producers: 64 },
  { name: "250 producers", producers: 250 },
  one,
];

/**
 * Measures the cost of a click, the backlog and the delay of counts while an increasing number of redirectors produces
 * the same click rate. Most redirectors are simulated, because redirects are measured elsewhere. The baseline is the
 * mean of the two rows with one producer.
 */
export async function benchFleet(isCluster: boolean): Promise<string> {
  const stack = await startStack({ isCluster, env: { LISTENERS: String(real.listeners) } });
  const closing = [stack.stop];
  try {
    const log = await stack.openLog();
    closing.push(log.close);
    const senders = await openSenders(stack, real);
    closing.push(senders.close);
    await measured(stack, log, await senders.open({ name: "warm-up", producers: 8 }));
    const before = used(stack);
    await sleep(restSeconds * 1000);
    const atRest = used(stack).map(({ name, cpu }, i) => ({
      name,
      share: (cpu - (before[i]?.cpu ?? 0)) / restSeconds,
    }));
    const rows: Measured[] = [];
    for (const fleet of fleets) rows.push(await measured(stack, log, await senders.open(fleet)));
    return [
      tableOf(isCluster, rows),
      `at rest, of a core: ${atRest.map(({ name, share }) => `${name} ${percent(share)}`).join(", ")}`,
      `each redirector keeps ${senders.connectionsEach.toFixed(1)} connections to Postgres`,
    ].join("\n");
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

interface Measured {
  readonly name: string;
  readonly batches: number;
  readonly inserts: number;
  readonly logBytes: number;
  /** Processor time per click in seconds. */
  readonly costs: readonly { readonly name: string; readonly perClick: number }[];
  /** Number of waiting batches, sampled once a second. */
  readonly lags: readonly number[];
  /** Milliseconds from the redirect, or the append, to the pushed count. */
  readonly latencies: readonly number[];
}

async function measured(stack: BenchStack, log: EventLog, sender: Sender): Promise<Measured> {
  try {
    await sender.send(perSecond, warmUpSeconds * perSecond);
    await mergesDone(stack.clickHouseUrl);
    const from = Date.now();
    const [insertsBefore, bytesBefore] = [await inserts(stack), await logBytes(stack)];
    const before = used(stack);
    const watching = watchLag(log, 1000);
    const clicks = seconds * perSecond;
    const latencies = await sender.send(perSecond, clicks);
    const lags = await watching.stop();
    while ((await log.lag(clicksV1, "ingest")) > 0) await sleep(50);
    const costs = used(stack).map(({ name, cpu }, i) => ({ name, perClick: (cpu - (before[i]?.cpu ?? 0)) / clicks }));
    const [insertsAfter, bytesAfter] = [await inserts(stack), await logBytes(stack)];
    const [batches = 0, stored = 0] = await countedSince(stack, from);
    if (stored !== clicks) throw new Error(`counted ${counted(stored, "click")}, not ${whole(clicks)}`);
    return {
      name: sender.name,
      batches,
      inserts: insertsAfter - insertsBefore,
      logBytes: bytesAfter - bytesBefore,
      costs,
      lags,
      latencies,
    };
  } finally {
    await sender.close();
  }
}

/** Returns the processor time so far, in seconds, of each process that handles clicks after the redirector. */
function used(stack: BenchStack) {
  return [
    { name: "ingest", cpu: stack.pidsOf("ingest").reduce((sum, pid) => sum + cpuSeconds(pid), 0) },
    { name: "Postgres", cpu: familyCpuSeconds(stack.pidOf("postgres")) },
    ...(stack.kafkaBrokers ? [{ name: "Kafka", cpu: cpuSeconds(stack.pidOf("kafka")) }] : []),
    { name: "ClickHouse", cpu: cpuSeconds(stack.pidOf("clickhouse")) },
  ];
}

async function inserts(stack: BenchStack): Promise<number> {
  return Number(await runSql(stack.clickHouseUrl, "SELECT value FROM system.events WHERE event = 'InsertQuery'"));
}

/** Returns the numbers of distinct batches and of clicks since a time. */
async function countedSince(stack: BenchStack, from: number): Promise<number[]> {
  const sql = `SELECT uniqExact(batch_id), count() FROM clicks WHERE at >= fromUnixTimestamp64Milli(${from})`;
  return (await runSql(stack.clickHouseUrl, sql)).split("\t").map(Number);
}

function tableOf(isCluster: boolean, rows: readonly Measured[]): string {
  const [first] = rows;
  const costOf = ({ costs }: Measured): number => costs.reduce((sum, { perClick }) => sum + perClick, 0);
  const micros = (perClick: number): string => `${(perClick * 1e6).toFixed(0)} µs`;
  const comparators = rows.filter(({ name }) => name === one.name);
  const ratio = (row: Measured, of: (row: Measured) => number): string =>
    ((of(row) * comparators.length) / comparators.reduce((sum, each) => sum + of(each), 0)).toFixed(2);
  const p99 = ({ latencies }: Measured): number => percentile(latencies, 0.99);
  const log = isCluster ? "Kafka" : "Postgres";
  return `${table(
    [
      `${whole(perSecond)} clicks/s, ${log} as the log`,
      "batches/s",
      "inserts/s",
      "in the log",
      ...(first?.costs ?? []).map(({ name }) => name),
      "together",
      "of 1",
      "lag p50",
      "most",
      "live p50",
      "p99",
      "of 1",
    ],
    rows.map((row) => [
      row.name,
      (row.batches / seconds).toFixed(1),
      (row.inserts / seconds).toFixed(1),
      `${whole(row.logBytes / (seconds * perSecond))} B`,
      ...row.costs.map(({ perClick }) => micros(perClick)),
      micros(costOf(row)),
      ratio(row, costOf),
      whole(percentile(row.lags, 0.5)),
      whole(percentile(row.lags, 1)),
      ms(percentile(row.latencies, 0.5)),
      ms(p99(row)),
      ratio(row, p99),
    ]),
  )}\nbytes in the log and processor time per click; lag in batches; live from the 302 of listeners, from the append of producers, to the pushed count`;
}
