import type { LogRecord } from "@hoplog/platform/log/port.js";
import { decodeClickBatch, type ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { clickColumns } from "../clicks/clickColumns.ts";
import type { Enrichment } from "../clicks/enrichment.ts";
import { requirePlausible } from "../clicks/plausible.ts";
import { daysOf } from "../clicks/visitors.ts";
import type { ErasedAmong } from "../erasure/guard.ts";
import { withoutErased } from "../erasure/withoutErased.ts";
import { missColumns } from "../misses/missColumns.ts";
import type { SaltStore } from "../visitors/salts.ts";
import type { PreparedBatch } from "./countBatch.ts";

/** The record is no batch that could ever be counted: trying again would not help. */
export class UnreadableRecord extends Error {
  override readonly name = "UnreadableRecord";
}

/** Decodes, leaves out what is erased, and enriches. Throws an {@link UnreadableRecord} for bad bytes; other errors pass (Postgres is away). */
export async function prepareBatch(
  record: LogRecord,
  enrichment: Enrichment,
  salts: SaltStore,
  erasedAmong: ErasedAmong,
): Promise<PreparedBatch> {
  const whole = readable(() => decoded(record));
  const batch = withoutErased(whole, await erasedAmong(whole.links));
  const known = await salts.of(daysOf(batch));
  return readable(() => ({
    batch,
    recordedAt: record.recordedAt,
    clicks: clickColumns(batch, enrichment, known),
    misses: missColumns(batch),
  }));
}

function decoded(record: LogRecord): ClickBatch {
  if (record.value === null) throw new RangeError("a record without a value");
  const batch = decodeClickBatch(record.value);
  requirePlausible(batch);
  return batch;
}

function readable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UnreadableRecord(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
