import type { LogRecord } from "@hoplog/platform/log/port.js";
import { decodeClickBatch, type ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { columnsOf, type Columns, type Enrichment } from "../clicks/columns.ts";
import type { WithoutErased } from "../erasure/erasure.ts";
import type { SaltStore } from "../visitors/salts.ts";
import { daysOf } from "../visitors/visitors.ts";

/** A batch with everything that will be written of it. */
export interface PreparedBatch {
  readonly batch: ClickBatch;
  /** When the log took it, in milliseconds since the epoch. */
  readonly recordedAt: number;
  readonly clicks: Columns;
  readonly misses: Columns;
}

/** The record is no batch that could ever be counted: trying again would not help. */
export class UnreadableRecord extends Error {
  override readonly name = "UnreadableRecord";
}

/** Decodes, leaves out what is erased, and enriches. Throws an {@link UnreadableRecord} for bad bytes; other errors pass (Postgres is away). */
export async function prepareBatch(
  record: LogRecord,
  enrichment: Enrichment,
  salts: SaltStore,
  withoutErased: WithoutErased,
): Promise<PreparedBatch> {
  const batch = await withoutErased(readable(() => decoded(record)));
  const known = await salts.of(daysOf(batch));
  return readable(() => ({
    batch,
    recordedAt: record.recordedAt,
    ...columnsOf(batch, enrichment, known),
  }));
}

function decoded(record: LogRecord): ClickBatch {
  if (record.value === null) throw new RangeError("a record without a value");
  const batch = decodeClickBatch(record.value);
  requirePlausible(batch);
  return batch;
}

const earliest = Date.UTC(2000, 0, 1);
const latest = Date.UTC(2200, 0, 1);

/** Throws a RangeError for times that no redirector can have recorded: ClickHouse would store nonsense for them. */
function requirePlausible({ size, misses, base }: ClickBatch): void {
  if (size + misses.size === 0) return;
  if (!Number.isInteger(base) || base < earliest || base > latest) {
    throw new RangeError(`click batch from an impossible time: ${base}`);
  }
}

function readable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UnreadableRecord(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
