import type { ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { dayOf } from "../visitors/day.ts";
import type { Salts } from "../visitors/salts.ts";
import { type Seen, visitorHashes } from "../visitors/visitorHash.ts";
import { joinedIds, ownersOf } from "./ids.ts";

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

/** Two words a click. Equal for equal owner of the link, address, user agent and day. Click `i` has the digest `digests[agentRows[i]]`. */
export function visitorsOf(batch: ClickBatch, digests: Uint32Array, agentRows: Uint32Array, salts: Salts): Uint32Array {
  const [day, ...more] = daysOf(batch);
  if (day === undefined) return new Uint32Array(0);
  const { ids, ofLink } = ownersOf(batch.links);
  const ownerOf = new Uint32Array(batch.size);
  for (let i = 0; i < batch.size; i++) ownerOf[i] = ofLink[batch.link[i] ?? 0] ?? 0;
  const seen: Seen = {
    addresses: batch.addresses,
    digests,
    agents: agentRows,
    owners: joinedIds(ids),
    ownerOf,
  };
  const hashes = (of: number): Uint32Array => {
    const day = salts.get(of);
    if (!day) throw new RangeError(`no salt for day ${of}`);
    return visitorHashes(day.salt, day.byOwner, seen);
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
