import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { clickHouseMigrationsFolder, migrateClickHouse, readMigrations } from "@hoplog/platform/clickhouse/migrate.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { encodeClickBatch } from "@hoplog/schema/topics/clickBatch/encode.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import { addressOf, headersOf, mergesDone, runSql, sendRows } from "../measure/clickHouse.ts";
import { cpuSeconds, familyCpuSeconds } from "../measure/cpu.ts";
import { readMetrics } from "../measure/metrics.ts";
import { pinTo } from "../measure/pin.ts";
import { childrenOf } from "../measure/process.ts";
import type { BenchStack } from "../measure/stack.ts";
import { table, whole } from "../measure/table.ts";
import { type ClickWorld, clickWorld } from "./world.ts";

const rounds = [
  { size: 50_000, batches: 40 },
  { size: 1000, batches: 400 },
];

/** How many different batches are made; more clicks are the same ones under new ids. */
const differentBatches = 20;

/**
 * Clicks a second from clicks.v1 to rows and views, by the real ingest on core 0 with ClickHouse on the other; then the
 * same finished rows loaded by ClickHouse from a file, in the same engine, into tables and views of their own.
 */
export async function benchIngest(stack: BenchStack): Promise<string> {
  const [ingest, clickHouse] = [stack.pidOf("ingest"), stack.pidOf("clickhouse")];
  const postgres = stack.pidOf("postgres");
  const isPinned = pinTo(0, ingest) && pinTo(1, clickHouse) && pinTo(0, postgres);
  // The connections that there are already; some end meanwhile.
  for (const connection of childrenOf(postgres)) pinTo(0, connection);
  const world = clickWorld();
  const folder = mkdtempSync(path.join(tmpdir(), "hoplog-bench-rows-"));
  const rows: string[][] = [];
  try {
    for (const { size, batches } of rounds) {
      const clicks = size * batches;
      await runSql(stack.clickHouseUrl, "TRUNCATE TABLE clicks");
      const ours = await throughIngest(stack, world, size, batches);
      await mergesDone(stack.clickHouseUrl);
      const file = path.join(folder, `${size}.native`);
      await saveRows(stack, size, file);
      const load = await fromFile(stack, file);
      await mergesDone(stack.clickHouseUrl);
      const rate = (seconds: number) => whole(clicks / seconds);
      const micros = (seconds: number) => `${((seconds / clicks) * 1e6).toFixed(2)} µs`;
      rows.push(
        [
          `batches of ${whole(size)}`,
          "through ingest",
          rate(ours.seconds),
          (load.seconds / ours.seconds).toFixed(2),
          micros(ours.ingestCpu),
          micros(ours.postgresCpu),
          micros(ours.clickHouseCpu),
        ],
        ["", "ClickHouse from a file", rate(load.seconds), "1.00", "", "", micros(load.clickHouseCpu)],
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return `${table(["clicks into ClickHouse", "", "clicks/s", "of file", "ingest", "Postgres", "ClickHouse"], rows)}\n${
    isPinned
      ? "ingest and Postgres on core 0, ClickHouse with its merges on core 1, the api wherever there is room"
      : "not pinned to cores"
  }; processor time per click on the right`;
}

async function throughIngest(stack: BenchStack, world: ClickWorld, size: number, batches: number) {
  const [ingest, clickHouse] = [stack.pidOf("ingest"), stack.pidOf("clickhouse")];
  const log = await openEventLog({ databaseUrl: stack.databaseUrl, logger: createLogger("bench", "silent") });
  const counted = await clicksCounted(stack);
  process.kill(ingest, "SIGSTOP");
  try {
    const made = Array.from({ length: Math.min(differentBatches, batches) }, () => {
      const start = Date.now();
      return Array.from({ length: size }, (_, i) => world.click(start + (i % 1000)));
    });
    for (let i = 0; i < batches; i++) {
      const value = encodeClickBatch(randomBytes(16), made[i % made.length] ?? []);
      await log.append(clicksV1, [{ key: null, value }]);
    }
  } finally {
    process.kill(ingest, "SIGCONT");
    await log.close();
  }
  const postgres = stack.pidOf("postgres");
  const before = [cpuSeconds(ingest), cpuSeconds(clickHouse), familyCpuSeconds(postgres)] as const;
  const startedAt = performance.now();
  while ((await clicksCounted(stack)) - counted < size * batches) await sleep(50);
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

/** The finished rows, in blocks as ingest sends them. */
async function saveRows(stack: BenchStack, size: number, file: string): Promise<void> {
  const response = await fetch(addressOf(stack.clickHouseUrl, { database: "hoplog", max_block_size: String(size) }), {
    method: "POST",
    headers: headersOf(stack.clickHouseUrl),
    body: "SELECT * FROM clicks ORDER BY batch_id, click_id FORMAT Native",
  });
  if (!response.ok || !response.body) throw new Error(await response.text());
  await pipeline(Readable.fromWeb(response.body), createWriteStream(file));
  if (statSync(file).size === 0) throw new Error("there are no rows to load");
}

/** ClickHouse puts blocks together as it likes; it is not held to one part a batch. */
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
