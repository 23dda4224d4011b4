import type { Bus } from "@hoplog/platform/bus/port.js";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { clicksCountedChannel } from "@hoplog/schema/bus/clicksCounted.js";
import type { BatchTraces } from "@hoplog/platform/tracing/batchTraces.js";
import type { ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { clicksAreCounted, isLate, missesAreCounted } from "../clicks/alreadyCounted.ts";
import { uuidText } from "@hoplog/schema/uuid.js";
import { insertBlock } from "../native/insert.ts";
import type { NativeColumn } from "../native/columns.ts";
import { countedMessages } from "./countedMessages.ts";
import type { IngestMetrics } from "./metrics.ts";

/** A batch with everything that will be written of it. */
export interface PreparedBatch {
  readonly batch: ClickBatch;
  /** When the log took it, in milliseconds since the epoch. */
  readonly recordedAt: number;
  readonly clicks: Readonly<Record<string, NativeColumn>>;
  readonly misses: Readonly<Record<string, NativeColumn>>;
}

export interface Counting {
  readonly client: ClickHouseClient;
  readonly bus: Bus;
  readonly metrics: IngestMetrics;
  readonly traces: BatchTraces;
}

/**
 * Writes a batch and tells which links have changed. May be repeated after a failure at any point: each click counts
 * once all the same. Each insert waits for `turn`, and calls what that gives when it has ended.
 */
export async function countBatch(
  counting: Counting,
  prepared: PreparedBatch,
  turn: () => Promise<() => void>,
): Promise<void> {
  const { batch, clicks, misses } = prepared;
  const { client, metrics, traces } = counting;
  const late = isLate(batch, prepared.recordedAt);
  let repeated = false;
  if (batch.size > 0) {
    if (late && (await clicksAreCounted(client, batch))) repeated = true;
    else await insertTimed(counting, turn, "clicks", clicks, batch);
  }
  if (batch.misses.length > 0) {
    if (late && (await missesAreCounted(client, batch))) repeated = true;
    else await insertTimed(counting, turn, "misses", misses, batch);
  }
  const writtenAt = Date.now();
  await publishCounted(counting.bus, batch);
  if (batch.size > 0) traces.step(uuidText(batch.id), "publish", writtenAt, Date.now());
  if (!repeated) {
    metrics.clicks.inc(batch.size);
    metrics.misses.inc(batch.misses.length);
  }
  metrics.batches.inc({ result: repeated ? "repeated" : "written" });
  if (batch.size > 0) metrics.newestCounted(batch.base + (batch.at.at(-1) ?? 0));
}

async function insertTimed(
  { client, metrics, traces }: Counting,
  turn: () => Promise<() => void>,
  table: "clicks" | "misses",
  columns: Readonly<Record<string, NativeColumn>>,
  batch: ClickBatch,
): Promise<void> {
  const batchId = uuidText(batch.id);
  const leave = await turn();
  const stopTimer = metrics.insertSeconds.startTimer({ table });
  const begunAt = Date.now();
  try {
    await insertBlock(client, table, columns, batchId);
  } finally {
    leave();
  }
  stopTimer();
  traces.step(batchId, `insert into ${table}`, begunAt, Date.now());
}

async function publishCounted(bus: Bus, batch: ClickBatch): Promise<void> {
  if (batch.size === 0) return;
  for (const message of countedMessages(uuidText(batch.id), batch.links)) {
    await bus.publish(clicksCountedChannel, message);
  }
}
