import type { ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { dayOf } from "../visitors/day.ts";
import type { Salts } from "../visitors/salts.ts";
import { visitorHashes } from "../visitors/visitorHash.ts";

/** The days that a batch's clicks are from; seldom more than one. */
export function daysOf(batch: ClickBatch): number[] {
  let [first, last] = [Infinity, -Infinity];
  for (const offset of batch.at) {
    if (offset < first) first = offset;
    if (offset > last) last = offset;
  }
  if (first > last) return [];
  const day = dayOf(batch.base + first);
  return Array.from({ length: dayOf(batch.base + last) - day + 1 }, (_, i) => day + i);
}

/** Two words a click. Equal for equal address, user agent and day. Click `i` has the digest `digests[agentRows[i]]`. */
export function visitorsOf(batch: ClickBatch, digests: Uint32Array, agentRows: Uint32Array, salts: Salts): Uint32Array {
  const [day, ...more] = daysOf(batch);
  if (day === undefined) return new Uint32Array(0);
  const hashes = (of: number): Uint32Array => {
    const salt = salts.get(of);
    if (!salt) throw new RangeError(`no salt for day ${of}`);
    return visitorHashes(salt, batch.addresses, digests, agentRows);
  };
  const out = hashes(day);
  for (const later of more) {
    const words = hashes(later);
    for (let i = 0; i < batch.size; i++) {
      if (dayOf(batch.base + (batch.at[i] ?? 0)) === later) out.set(words.subarray(2 * i, 2 * i + 2), 2 * i);
    }
  }
  return out;
}
