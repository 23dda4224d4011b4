import { createCipheriv, hash } from "node:crypto";
import type { Visits } from "@hoplog/schema/topics/clickBatch/decode.js";
import type { ClickBlock } from "../batch/block.ts";
import { idsOf } from "../batch/ids.ts";
import { wordsOf } from "../native/columns.ts";
import type { Salts } from "./salts.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the UTC day, in days since the epoch. */
export function dayOf(at: number): number {
  return Math.floor(at / dayMs);
}

/** Returns the days of a block's clicks and misses; rarely more than one. */
export function daysOf(block: ClickBlock): number[] {
  return [...new Set([...daysBetween(block.base, block.at), ...daysBetween(block.base, block.misses.at)])];
}

function daysBetween(base: number, offsets: Uint32Array): number[] {
  let [first, last] = [Infinity, -Infinity];
  for (const offset of offsets) {
    if (offset < first) first = offset;
    if (offset > last) last = offset;
  }
  if (first > last) return [];
  const day = dayOf(base + first);
  return Array.from({ length: dayOf(base + last) - day + 1 }, (_, i) => day + i);
}

/** Owners of visited links: visit `i` has the owner `ownerOf[i]`; each id has 16 bytes. */
export interface OwnersOf {
  readonly owners: Uint8Array;
  readonly ownerOf: Uint32Array;
}

export function ownersOfClicks({ links, link, size }: ClickBlock): OwnersOf {
  const { owners, ownerOf } = idsOf(links);
  const rows = new Uint32Array(size);
  for (let i = 0; i < size; i++) rows[i] = ownerOf[link[i] ?? 0] ?? 0;
  return { owners, ownerOf: rows };
}

/** Returns the owners of misses; a miss without a known link has an owner of zeros. */
export function ownersOfMisses({ links, misses }: ClickBlock): OwnersOf {
  const { owners, ownerOf } = idsOf(links);
  const rows = new Uint32Array(misses.size);
  for (let i = 0; i < misses.size; i++) {
    const link = misses.link[i] ?? 0;
    rows[i] = link === 0 ? 0 : (ownerOf[link - 1] ?? 0) + 1;
  }
  return { owners: Buffer.concat([Buffer.alloc(16), owners]), ownerOf: rows };
}

/**
 * Returns two words per visit, which are equal for the same link owner, address, user agent and day. Visit `i` has the
 * digest `digests[agentRows[i]]`. Throws a RangeError for a day without a salt.
 */
export function visitorsOf(
  base: number,
  visits: Visits,
  { owners, ownerOf }: OwnersOf,
  digests: Uint32Array,
  agentRows: Uint32Array,
  salts: Salts,
): Uint32Array {
  const [day, ...more] = daysBetween(base, visits.at);
  if (day === undefined) return new Uint32Array(0);
  const seen: Seen = { addresses: visits.addresses, digests, agents: agentRows, owners, ownerOf };
  const hashes = (of: number): Uint32Array => {
    const salt = salts.get(of);
    if (!salt) throw new RangeError(`no visitor salt was loaded for day ${of}`);
    return visitorHashes(salt, seen);
  };
  const out = hashes(day);
  for (const later of more) {
    const words = hashes(later);
    for (let i = 0; i < visits.size; i++) {
      if (dayOf(base + (visits.at[i] ?? 0)) === later) out.set(words.subarray(2 * i, 2 * i + 2), 2 * i);
    }
  }
  return out;
}

/** Length of a user agent's digest in 32-bit words: one AES block, like an address and an owner's id. */
const digestWords = 4;

/** Inputs of the visitor hashes; visit `i` has the digest `digests[agents[i]]` and the owner `owners[ownerOf[i]]`. */
export interface Seen {
  /** Addresses with 16 bytes per visit. */
  readonly addresses: Uint8Array;
  readonly digests: Uint32Array;
  readonly agents: Uint32Array;
  /** IDs of the links' owners, with 16 bytes each. */
  readonly owners: Uint8Array;
  readonly ownerOf: Uint32Array;
}

/**
 * Computes hashes that distinguish visitors of one account and day: 64 bits of the CBC-MAC, with AES-128 and the day's
 * secret salt as the key, over the link's owner, the address and the user agent. All inputs of a day have the same
 * length, which makes the CBC-MAC a pseudo-random function. Hashes of a batch are computed together, with three calls
 * per batch instead of one per visit. Returns two words per visit, the lower one first.
 */
export function visitorHashes(salt: Uint8Array, seen: Seen): Uint32Array {
  // ECB is safe here: each block is a separate message, so no pattern within a message is revealed.
  const cipher = createCipheriv("aes-128-ecb", salt, null).setAutoPadding(false);
  const first = chained(seen.addresses, wordsOf(cipher.update(seen.owners)), seen.ownerOf);
  const macs = wordsOf(cipher.update(chained(cipher.update(first), seen.digests, seen.agents)));
  const out = new Uint32Array(seen.agents.length * 2);
  for (let i = 0; i < seen.agents.length; i++) {
    out[2 * i] = macs[4 * i] ?? 0;
    out[2 * i + 1] = macs[4 * i + 1] ?? 0;
  }
  return out;
}

/** XORs each block with the block of `others` that `rows` selects. */
function chained(blocks: Uint8Array, others: Uint32Array, rows: Uint32Array): Uint32Array {
  const words = wordsOf(blocks);
  const out = new Uint32Array(words.length);
  for (let i = 0; i < rows.length; i++) {
    const from = (rows[i] ?? 0) * 4;
    for (let word = 0; word < 4; word++) out[i * 4 + word] = (words[i * 4 + word] ?? 0) ^ (others[from + word] ?? 0);
  }
  return out;
}

export function agentDigest(userAgent: string): Uint32Array {
  return wordsOf(hash("sha256", userAgent, "buffer")).subarray(0, digestWords);
}
