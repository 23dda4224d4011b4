import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { clickHouseMigrationsFolder, migrateClickHouse, readMigrations } from "@hoplog/platform/clickhouse/migrate.js";
import { counted } from "@hoplog/schema/counted.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import { addressOf, headersOf, mergesDone, runSql, sendRows } from "../measure/clickHouse.ts";
import { cpuSeconds, familyCpuSeconds, pinTo } from "../measure/cpu.ts";
import { logBytes, tableBytes } from "../measure/disk.ts";
import { readMetrics } from "../measure/metrics.ts";
import { childrenOf } from "../measure/process.ts";
import { startStack, type BenchStack } from "../measure/stack.ts";
import { table, whole } from "../measure/table.ts";
import { atHalfSpeed } from "./halfSpeed.ts";
import { repeatedBatch } from "./repeatedBatch.ts";
import { type ClickWorld, clickWorld } from "./world.ts";

/**
 * Batch size, number of batches, and concurrent producers. With one producer, all batches are in the log before ingest
 * starts.
 */
const rounds = [
  { size: 50_000, batches: 40, producers: 1 },
  { size: 1000, batches: 400, producers: 1 },
  { size: 100, batches: 5000, producers: 250 },
];

/** Number of distinct batches; further batches are copies of them with new ids. */
const differentBatches = 20;

/**
 * Measures clicks per second from clicks.v1 to rows and views, with the real ingest on core 0 and ClickHouse on
 * core 1; then ClickHouse loads the same finished rows from a file, in the same engine, into separate tables and views.
 */
export async function benchIngest(isCluster: boolean): Promise<string> {
  const stack = await startStack({ isCluster });
  try {
    return `${isCluster ? "Kafka" : "Postgres"} as the log\n${await throughput(stack)}`;
  } finally {
    await stack.stop();
  }
}

async function throughput(stack: BenchStack): Promise<string> {
  const [ingest, clickHouse] = [stack.pidOf("ingest"), stack.pidOf("clickhouse")];
  const postgres = stack.pidOf("postgres");
  await leaveToFirst(stack);
  const isPinned = pinTo(0, ingest) && pinTo(1, clickHouse) && pinTo(0, postgres);
  // Pins existing connections; some may end before they are pinned.
  for (const connection of childrenOf(postgres)) pinTo(0, connection);
  const world = clickWorld();
  const folder = mkdtempSync(path.join(tmpdir(), "hoplog-bench-rows-"));
  const rows: string[][] = [];
  const disk: string[] = [];
  const half: string[] = [];
  try {
    for (const { size, batches, producers } of rounds) {
      const clicks = size * batches;
      await runSql(stack.clickHouseUrl, "TRUNCATE TABLE clicks");
      const logBefore = await logBytes(stack);
      const nextBatch = batchesOf(world, size, batches);
      const ours = await throughIngest(stack, nextBatch, { size, batches, producers });
      await mergesDone(stack.clickHouseUrl);
      const { clicks: raw, sums } = await tableBytes(stack);
      const inLog = (await logBytes(stack)) - logBefore;
      // Storage is reported only for the first round, because later rounds add to the same rows of sums.
      const bytesOf = [`${whole(inLog / clicks)} in the log`, `${whole(raw / clicks)} as rows`];
      if (rows.length === 0) bytesOf.push(`${whole(sums / clicks)} as sums`);
      disk.push(`batches of ${whole(size)}: ${bytesOf.join(", ")}`);
      const file = path.join(folder, `${size}.native`);
      await saveRows(stack, size, file);
      const load = await fromFile(stack, file);
      await mergesDone(stack.clickHouseUrl);
      const rate = (seconds: number) => whole(clicks / seconds);
      const micros = (seconds: number) => `${((seconds / clicks) * 1e6).toFixed(2)} µs`;
      rows.push(
        [
          `batches of ${whole(size)}${producers > 1 ? ` from ${producers} producers` : ""}`,
          "through ingest",
          rate(ours.seconds),
          (load.seconds / ours.seconds).toFixed(2),
          micros(ours.ingestCpu),
          micros(ours.postgresCpu),
          micros(ours.clickHouseCpu),
        ],
        ["", "ClickHouse from a file", rate(load.seconds), "1.00", "", "", micros(load.clickHouseCpu)],
      );
      if (producers > 1) half.push(await halfSpeedOf(stack, nextBatch, { size, fullSpeed: batches / ours.seconds }));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return `${table(["clicks into ClickHouse", "", "clicks/s", "of file", "ingest", "Postgres", "ClickHouse"], rows)}\n${
    isPinned
      ? "ingest and Postgres on core 0, ClickHouse with its merges on core 1, the api wherever there is room"
      : "not pinned to cores"
  }; processor time per click on the right\nbytes a click on disk: ${disk.join("; ")}\n${half.join("\n")}`;
}

async function halfSpeedOf(
  stack: BenchStack,
  nextBatch: () => Buffer | null,
  { size, fullSpeed }: { readonly size: number; readonly fullSpeed: number },
): Promise<string> {
  const log = await stack.openLog();
  try {
    const { batchesPerSecond, medians, most } = await atHalfSpeed(log, nextBatch, fullSpeed);
    const rate = `${whole(batchesPerSecond * size)} clicks/s in batches of ${whole(size)}`;
    const [first, second] = medians;
    return `at half of that speed, ${rate}: lag of ${counted(Math.round(first), "batch", "batches")} in the first half, ${whole(second)} in the second, at most ${whole(most)}`;
  } finally {
    await log.close();
  }
}

/** Pauses all but the first ingest, and waits until the consumer group continues without them. */
async function leaveToFirst(stack: BenchStack): Promise<void> {
  const [, ...others] = stack.pidsOf("ingest");
  for (const pid of others) process.kill(pid, "SIGSTOP");
  if (others.length > 0) await sleep(groupTimeoutMs);
}

const groupTimeoutMs = 10_000;

/** Returns a function that returns batches with unique ids. */
function batchesOf(world: ClickWorld, size: number, batches: number): () => Buffer | null {
  const made = Array.from({ length: Math.min(differentBatches, batches) }, () => {
    const start = Date.now();
    return repeatedBatch(Array.from({ length: size }, (_, i) => world.click(start + (i % 1000))));
  });
  let given = 0;
  return () => made[given++ % made.length]?.() ?? null;
}

async function throughIngest(
  stack: BenchStack,
  nextBatch: () => Buffer | null,
  { size, batches, producers }: (typeof rounds)[number],
) {
  const [ingest, clickHouse] = [stack.pidOf("ingest"), stack.pidOf("clickhouse")];
  const log = await stack.openLog();
  const counted = await clicksCounted(stack);
  let sent = 0;
  const produce = async (): Promise<void> => {
    while (sent++ < batches) await log.append(clicksV1, [{ key: null, value: nextBatch() }]);
  };
  if (producers === 1) {
    process.kill(ingest, "SIGSTOP");
    await produce().finally(() => process.kill(ingest, "SIGCONT"));
  }
  const postgres = stack.pidOf("postgres");
  const before = [cpuSeconds(ingest), cpuSeconds(clickHouse), familyCpuSeconds(postgres)] as const;
  const startedAt = performance.now();
  const producing = Promise.all(Array.from({ length: producers }, produce));
  while ((await clicksCounted(stack)) - counted < size * batches) await sleep(50);
  await producing;
  await log.close();
  return {
    seconds: (performance.now() - startedAt) / 1000,
    ingestCpu: cpuSeconds(ingest) - before[0],
    clickHouseCpu: cpuSeconds(clickHouse) - before[1],
    postgresCpu: familyCpuSeconds(postgres) - before[2],
  };
}

async function clicksCounted(stack: BenchStack): Promise<number> {
  const metrics = await readMetrics(stack.ingestOpsUrl);
  return Number(/^hoplog_ingest_clicks_total(?:\{.*\})? (\d+)/m.exec(metrics)?.[1] ?? 0);
}

/** Saves the finished rows in blocks with as many rows as the batches. */
async function saveRows(stack: BenchStack, size: number, file: string): Promise<void> {
  const response = await fetch(addressOf(stack.clickHouseUrl, { database: "hoplog", max_block_size: String(size) }), {
    method: "POST",
    headers: headersOf(stack.clickHouseUrl),
    body: "SELECT * FROM clicks ORDER BY batch_id, click_id FORMAT Native",
  });
  if (!response.ok || !response.body) throw new Error(await response.text());
  await pipeline(Readable.fromWeb(response.body), createWriteStream(file));
  if (statSync(file).size === 0) throw new Error("ClickHouse contains no rows to load");
}

/** Loads rows from a file. ClickHouse may merge blocks; it need not write one part per batch. */
async function fromFile(stack: BenchStack, file: string) {
  const database = "file_load";
  const clickHouse = stack.pidOf("clickhouse");
  await runSql(stack.clickHouseUrl, `DROP DATABASE IF EXISTS ${database} SYNC`);
  await migrateClickHouse(
    { clickHouseUrl: stack.clickHouseUrl, database, application: "hoplog bench" },
    await readMigrations(clickHouseMigrationsFolder()),
    (work) => work(),
  );
  pinTo(1, clickHouse);
  const cpu = cpuSeconds(clickHouse);
  const startedAt = performance.now();
  await sendRows(
    stack.clickHouseUrl,
    "INSERT INTO clicks FORMAT Native",
    Readable.toWeb(createReadStream(file, { highWaterMark: 1 << 20 })),
    database,
    { async_insert: "0", optimize_on_insert: "0" },
  );
  return { seconds: (performance.now() - startedAt) / 1000, clickHouseCpu: cpuSeconds(clickHouse) - cpu };
}
