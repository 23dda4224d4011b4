import { setTimeout as sleep } from "node:timers/promises";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import { repeatedBatch } from "../clicks/repeatedBatch.ts";
import { clickWorld } from "../clicks/world.ts";
import { pinTo } from "../measure/cpu.ts";
import type { BenchStack } from "../measure/stack.ts";

const batchClicks = 50_000;

/** Duration of the full-speed measurement. */
const measuredMs = 10_000;

export interface WhileIngesting<T> {
  readonly times: T;
  /** Clicks per second while the log always has batches waiting. */
  readonly fullSpeed: number;
  readonly clicksPerSecond: number;
}

/**
 * Measures ingest's full speed, then runs `work` while ingest gets half as many clicks; ingest is pinned to core 0,
 * ClickHouse is not pinned.
 */
export async function whileIngesting<T>(stack: BenchStack, work: () => Promise<T>): Promise<WhileIngesting<T>> {
  pinTo(0, stack.pidOf("ingest"));
  const log = await openEventLog({ databaseUrl: stack.databaseUrl, logger: createLogger("bench", "silent") });
  const world = clickWorld();
  const batches = Array.from({ length: 4 }, () =>
    repeatedBatch(Array.from({ length: batchClicks }, (_, i) => world.click(Date.now() + (i % 1000)))),
  );
  const appendOne = async (i: number): Promise<void> => {
    const value = batches[i % batches.length]?.() ?? null;
    await log.append(clicksV1, [{ key: null, value }]);
  };
  /** Appends batches, waiting after each, until `isOver`; returns the clicks counted per second. */
  const feed = async (wait: (sent: number) => Promise<void>, isOver: () => boolean): Promise<number> => {
    const startedAt = performance.now();
    let sent = 0;
    while (!isOver()) {
      await appendOne(sent++);
      await wait(sent);
    }
    while ((await log.lag(clicksV1, "ingest")) > 0) await sleep(20);
    return (sent * batchClicks * 1000) / (performance.now() - startedAt);
  };
  try {
    const until = performance.now() + measuredMs;
    const isFull = async () => (await log.lag(clicksV1, "ingest")) > 8;
    const fullSpeed = await feed(
      async () => {
        while (await isFull()) await sleep(20);
      },
      () => performance.now() > until,
    );
    const startedAt = performance.now();
    const everyMs = (2 * batchClicks * 1000) / fullSpeed;
    let isOver = false;
    const feeding = feed(
      async (sent) => sleep(Math.max(0, startedAt + sent * everyMs - performance.now())),
      () => isOver,
    );
    const times = await work().finally(() => (isOver = true));
    return { times, fullSpeed, clicksPerSecond: await feeding };
  } finally {
    await log.close();
  }
}
