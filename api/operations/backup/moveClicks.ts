import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type { EventLog, LogRecord } from "@hoplog/platform/log/port.js";
import { decodeClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import { setTimeout as sleep } from "node:timers/promises";
import { stringify } from "uuid";
import { countedBatches } from "../../clicks/tables/countedBatches.ts";

/** Ingest's consumer name. */
const consumer = "ingest";

const limits = { maxRecords: 100, maxBytes: 8_000_000 };

/** Transit time in milliseconds above which a batch is late and deduplicated by lookup; the same as in ingest. */
const lateMs = 30 * 60 * 1000;

/**
 * Moves the batches that ingest has not counted from one log to another, and advances ingest's position in the first.
 * May be interrupted and repeated: a batch that arrives twice counts once. Returns the number of batches.
 */
export async function moveClicks(from: EventLog, to: EventLog, clickhouse: ClickHouseClient): Promise<number> {
  let moved = 0;
  const consumption = from.consume(clicksV1, consumer, limits, async ({ records }) => {
    const left = await withoutCountedLate(clickhouse, records);
    if (left.length > 0)
      await to.append(
        clicksV1,
        left.map(({ value }) => ({ key: null, value })),
      );
    moved += left.length;
  });
  try {
    while ((await from.lag(clicksV1, consumer)) > 0) await sleep(100);
  } finally {
    await consumption.stop();
  }
  return moved;
}

/**
 * Removes late batches that were already counted. This happens here because ingest measures transit time in the new
 * log, where no batch is late.
 */
async function withoutCountedLate(clickhouse: ClickHouseClient, records: readonly LogRecord[]): Promise<LogRecord[]> {
  const late = new Map<LogRecord, string>();
  for (const record of records) {
    const id = lateId(record);
    if (id) late.set(record, id);
  }
  const counted = await countedBatches(clickhouse, [...late.values()]);
  return records.filter((record) => !counted.has(late.get(record) ?? ""));
}

function lateId({ value, recordedAt }: LogRecord): string | null {
  try {
    const batch = decodeClickBatch(value ?? new Uint8Array());
    return recordedAt - batch.base > lateMs ? stringify(batch.id) : null;
  } catch {
    // Unreadable records are moved too, because ingest handles them.
    return null;
  }
}
