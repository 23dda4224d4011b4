import type { ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";

/** The batch without the clicks of these of its links. Id, links and texts stay as they are. */
export function withoutErased(batch: ClickBatch, erased: ReadonlySet<number>): ClickBatch {
  if (erased.size === 0) return batch;
  const kept = Uint32Array.from([...batch.link.keys()].filter((row) => !erased.has(batch.link[row] ?? 0)));
  const pick = (column: Uint32Array) => kept.map((row) => column[row] ?? 0);
  const addresses = new Uint8Array(kept.length * 16);
  kept.forEach((row, i) => addresses.set(batch.addresses.subarray(row * 16, row * 16 + 16), i * 16));
  return {
    ...batch,
    size: kept.length,
    at: pick(batch.at),
    link: pick(batch.link),
    userAgent: pick(batch.userAgent),
    referrer: pick(batch.referrer),
    query: pick(batch.query),
    addresses,
    flags: Uint8Array.from(kept, (row) => batch.flags[row] ?? 0),
  };
}
