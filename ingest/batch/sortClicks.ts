import type { ClickBlock } from "./block.ts";
import { idsOf } from "./ids.ts";
import { picked, pickedBytes, pickedIds } from "./pick.ts";

/**
 * Sorts a block's clicks in the order of the table `clicks`: account, link, time, id. ClickHouse then need not sort,
 * and its views find each link's clicks adjacent.
 */
export function sortClicks(block: ClickBlock): ClickBlock {
  if (block.size < 2) return block;
  const rows = sortedRows(block);
  return {
    ...block,
    at: picked(block.at, rows),
    link: picked(block.link, rows),
    userAgent: picked(block.userAgent, rows),
    referrer: picked(block.referrer, rows),
    languages: picked(block.languages, rows),
    query: picked(block.query, rows),
    batchOf: picked(block.batchOf, rows),
    flags: pickedBytes(block.flags, rows),
    addresses: pickedIds(block.addresses, rows),
    ids: pickedIds(block.ids, rows),
  };
}

function sortedRows({ links, link, at, ids, size }: ClickBlock): Uint32Array {
  const ranks = picked(linkRanks(links), link);
  let rows = new Uint32Array(size);
  let last = 0;
  for (let row = 0; row < size; row++) {
    rows[row] = row;
    last = Math.max(last, at[row] ?? 0);
  }
  const digits = new Uint32Array(size);
  for (let shift = 0; shift < 32 && last >>> shift > 0; shift += 8) {
    for (let row = 0; row < size; row++) digits[row] = ((at[row] ?? 0) >>> shift) & 0xff;
    rows = stablySorted(rows, digits, 0x100);
  }
  rows = stablySorted(rows, ranks, links.length);
  sortTies(rows, { ranks, at, ids });
  return rows;
}

/** Sorts rows by a stable counting sort. Row `i` has the key `keys[i]`, below `count`. */
function stablySorted(rows: Uint32Array, keys: Uint32Array, count: number): Uint32Array<ArrayBuffer> {
  const next = new Uint32Array(count + 1);
  for (let i = 0; i < rows.length; i++) {
    const behind = (keys[rows[i] ?? 0] ?? 0) + 1;
    next[behind] = (next[behind] ?? 0) + 1;
  }
  for (let key = 1; key < count; key++) next[key] = (next[key] ?? 0) + (next[key - 1] ?? 0);
  const out = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? 0;
    const key = keys[row] ?? 0;
    const place = next[key] ?? 0;
    out[place] = row;
    next[key] = place + 1;
  }
  return out;
}

interface Sorted {
  readonly ranks: Uint32Array;
  readonly at: Uint32Array;
  readonly ids: Uint8Array;
}

/** Sorts clicks of the same link and millisecond by id. Those of one batch are already sorted. */
function sortTies(rows: Uint32Array, { ranks, at, ids }: Sorted): void {
  const isTie = (a: number, b: number): boolean => ranks[a] === ranks[b] && at[a] === at[b];
  const byId = (a: number, b: number): number => compareIds(ids, a, b);
  for (let from = 0, to: number; from < rows.length; from = to) {
    const first = rows[from] ?? 0;
    let isSorted = true;
    for (to = from + 1; to < rows.length && isTie(first, rows[to] ?? 0); to++) {
      isSorted &&= byId(rows[to - 1] ?? 0, rows[to] ?? 0) <= 0;
    }
    if (!isSorted) rows.subarray(from, to).sort(byId);
  }
}

/** Ranks links by account, then by link; a link that occurs twice, such as in two revisions, gets one rank. */
function linkRanks(links: ClickBlock["links"]): Uint32Array {
  const { links: ids, owners, ownerOf } = idsOf(links);
  const ownerRanks = ranksOf(owners.length / 16, (a, b) => compareIds(owners, a, b));
  // The first four compared bytes are nearly always decisive; together with the account's rank they fit into one
  // number.
  const keys = Float64Array.from(
    links,
    (_, i) => (ownerRanks[ownerOf[i] ?? 0] ?? 0) * 2 ** 32 + ids.readUInt32BE(i * 16 + comparedFirst),
  );
  return ranksOf(links.length, (a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || compareIds(ids, a, b));
}

/** Returns the rank of each item; equal items get the same rank. */
function ranksOf(count: number, compare: (a: number, b: number) => number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, i) => i).toSorted(compare);
  const ranks = new Uint32Array(count);
  for (let i = 1; i < count; i++) {
    const [before, one] = [order[i - 1] ?? 0, order[i] ?? 0];
    ranks[one] = (ranks[before] ?? 0) + (compare(before, one) === 0 ? 0 : 1);
  }
  return ranks;
}

/** ClickHouse compares the second half of a UUID first. */
const comparedFirst = 8;

/** Compares ids `a` and `b` of concatenated 16-byte ids. */
function compareIds(ids: Uint8Array, a: number, b: number): number {
  for (let i = 0; i < 16; i++) {
    const at = (i + comparedFirst) % 16;
    const difference = (ids[a * 16 + at] ?? 0) - (ids[b * 16 + at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
