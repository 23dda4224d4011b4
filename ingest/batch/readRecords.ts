import type { LogRecord } from "@hoplog/platform/log/port.js";
import { decodeClickBatch, type ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { uuidText } from "@hoplog/schema/uuid.js";

/** A batch from the log. */
export interface RecordedBatch {
  readonly id: string;
  readonly batch: ClickBatch;
  /** Time when the log stored the batch, in milliseconds since the epoch. */
  readonly recordedAt: number;
}

/** A record that is not a valid batch; retrying would not help. */
export interface UnreadableRecord {
  readonly record: LogRecord;
  readonly error: Error;
}

export interface ReadRecords {
  /** The batches of the records, each once, without copies. */
  readonly batches: readonly RecordedBatch[];
  readonly unreadable: readonly UnreadableRecord[];
  readonly copies: number;
}

export function readRecords(records: readonly LogRecord[]): ReadRecords {
  const batches = new Map<string, RecordedBatch>();
  const unreadable: UnreadableRecord[] = [];
  let copies = 0;
  for (const record of records) {
    try {
      const batch = decoded(record);
      const id = uuidText(batch.id);
      if (batches.has(id)) copies += 1;
      else batches.set(id, { id, batch, recordedAt: record.recordedAt });
    } catch (error) {
      unreadable.push({ record, error: error instanceof Error ? error : new Error(String(error)) });
    }
  }
  return { batches: [...batches.values()], unreadable, copies };
}

function decoded({ value }: LogRecord): ClickBatch {
  if (value === null) throw new RangeError("a record of clicks.v1 has no value");
  const batch = decodeClickBatch(value);
  requirePlausible(batch);
  return batch;
}

const earliest = Date.UTC(2000, 0, 1);
const latest = Date.UTC(2200, 0, 1);

/** Throws a RangeError if the base of a batch with visits is not a whole number of milliseconds from 2000 to 2200. */
function requirePlausible({ size, misses, base }: ClickBatch): void {
  if (size + misses.size === 0) return;
  if (!Number.isInteger(base) || base < earliest || base > latest) {
    throw new RangeError(`click batch has the impossible time ${base}`);
  }
}
