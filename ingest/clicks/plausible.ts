import type { ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";

const earliest = Date.UTC(2000, 0, 1);
const latest = Date.UTC(2200, 0, 1);

/** Throws a RangeError for times that no redirector can have recorded: ClickHouse would store nonsense for them. */
export function requirePlausible(batch: ClickBatch): void {
  if (batch.size + batch.misses.length === 0) return;
  if (!Number.isInteger(batch.base) || batch.base < earliest || batch.base > latest) {
    throw new RangeError(`click batch from an impossible time: ${batch.base}`);
  }
}
