import type { ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { dictionaryOf } from "../clicks/dictionary.ts";
import { batchIdColumn } from "../clicks/linkIds.ts";
import { dateTimeColumn, lowCardinalityColumn, stringColumn, type NativeColumn } from "../native/columns.ts";

/** The columns of the table `misses`. */
export function missColumns({ id, base, misses }: ClickBatch): Readonly<Record<string, NativeColumn>> {
  const rows = Uint32Array.from(misses, (_, i) => i);
  return {
    at: dateTimeColumn(
      base,
      Uint32Array.from(misses, ({ at }) => at - base),
    ),
    code: stringColumn(misses.map(({ code }) => code)),
    reason: lowCardinalityColumn(dictionaryOf(misses, rows, ({ reason }) => reason)),
    batch_id: batchIdColumn(id, misses.length),
  };
}
