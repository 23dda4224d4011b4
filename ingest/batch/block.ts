import type { BatchLink, ClickBatch, Misses, Visits } from "@hoplog/schema/topics/clickBatch/decode.js";
import { createRequestCounter, type Requests } from "@hoplog/schema/topics/clickBatch/requests.js";
import { createNumbering, idHash, isSameId } from "./numbering.ts";

/** Several batches combined; row `i` of every column belongs to visit `i`, as in a batch. */
export interface ClickBlock extends Omit<ClickBatch, "id" | "requests"> {
  /** IDs of the batches, with 16 bytes each. */
  readonly batchIds: Uint8Array;
  /** Index in `batchIds` of each click's batch. */
  readonly batchOf: Uint32Array;
  readonly misses: Misses & { readonly batchOf: Uint32Array };
  readonly requests: BlockRequests;
}

/** Request counts; `erased` is the sum of clicks and misses of an individually erased link, otherwise 0. */
export interface BlockRequests extends Requests {
  readonly erased: Uint32Array;
}

/**
 * Maximum span of a block in milliseconds: times are 32-bit offsets from the base, so batches that are more than 49
 * days apart don't fit into one block.
 */
const maxSpanMs = 2 ** 32 - 1;

/**
 * Combines batches into as few blocks as their times allow, nearly always one. Deterministic: the same batches give the
 * same blocks.
 */
export function blocksOf(batches: readonly ClickBatch[]): ClickBlock[] {
  const groups: ClickBatch[][] = [];
  let base = 0;
  const filled = batches.filter(({ size, misses, requests }) => size + misses.size + requests.size > 0);
  for (const batch of filled.toSorted((a, b) => a.base - b.base || Buffer.compare(a.id, b.id))) {
    const group = groups.at(-1);
    if (group && lastOf(batch) - base <= maxSpanMs) group.push(batch);
    else {
      groups.push([batch]);
      ({ base } = batch);
    }
  }
  return groups.map((group) => (group.length === 1 && group[0] ? blockOfOne(group[0]) : blockOf(group)));
}

function lastOf({ base, at, misses }: ClickBatch): number {
  const max = (offsets: Uint32Array): number => offsets.reduce((last, offset) => Math.max(last, offset), 0);
  return base + Math.max(max(at), max(misses.at));
}

/** Converts a single batch without copying its columns, because the largest batches arrive in separate deliveries. */
function blockOfOne({ id, ...batch }: ClickBatch): ClickBlock {
  return {
    ...batch,
    batchIds: id,
    batchOf: new Uint32Array(batch.size),
    misses: { ...batch.misses, batchOf: new Uint32Array(batch.misses.size) },
    requests: { ...batch.requests, erased: new Uint32Array(batch.requests.size) },
  };
}

/**
 * Combines batches. Merges links that occur in several batches; texts are not deduplicated. The first of `batches` must
 * have the earliest base.
 */
function blockOf(batches: readonly ClickBatch[]): ClickBlock {
  const base = batches[0]?.base ?? 0;
  const links = createLinkNumbers();
  let texts = 0;
  const clicks = batches.map((batch, number) => {
    const part = { batch, visits: batch, number, texts, links: links.of(batch.links) };
    texts += batch.texts.length;
    return part;
  });
  const misses = clicks.map((part) => ({ ...part, visits: part.batch.misses }));
  return {
    base,
    links: links.all,
    texts: batches.flatMap((batch) => batch.texts),
    batchIds: Buffer.concat(batches.map(({ id }) => id)),
    ...joinedVisits(clicks, base),
    link: mapped(clicks, ({ visits }) => visits.link),
    query: textColumn(clicks, ({ visits }) => visits.query),
    ids: Buffer.concat(batches.map(({ ids }) => ids)),
    batchOf: numbered(clicks),
    misses: {
      ...joinedVisits(misses, base),
      link: mapped(misses, ({ visits }) => visits.link, 1),
      host: textColumn(misses, ({ visits }) => visits.host),
      path: textColumn(misses, ({ visits }) => visits.path),
      code: textColumn(misses, ({ visits }) => visits.code),
      reasons: batches.flatMap((batch) => batch.misses.reasons),
      batchOf: numbered(misses),
    },
    requests: summedRequests(clicks),
  };
}

function summedRequests(parts: readonly Part<ClickBatch>[]): BlockRequests {
  const counter = createRequestCounter();
  for (const { batch, links } of parts) {
    const { requests } = batch;
    for (let i = 0; i < requests.size; i++) {
      const link = requests.link[i] ?? 0;
      counter.addRow(requests, i, link === 0 ? 0 : (links[link - 1] ?? 0) + 1);
    }
  }
  const counted = counter.counted();
  return { ...counted, erased: new Uint32Array(counted.size) };
}

interface Part<V extends Visits> {
  readonly batch: ClickBatch;
  readonly visits: V;
  readonly number: number;
  /** Number of the block's texts that precede the texts of this batch. */
  readonly texts: number;
  /** Numbers of the batch's links within the block. */
  readonly links: Uint32Array;
}

function joinedVisits<V extends Visits>(parts: readonly Part<V>[], base: number): Visits {
  return {
    size: sizeOf(parts),
    at: joined(
      parts,
      ({ visits }) => visits.at,
      ({ batch }) => batch.base - base,
    ),
    userAgent: textColumn(parts, ({ visits }) => visits.userAgent),
    referrer: textColumn(parts, ({ visits }) => visits.referrer),
    languages: textColumn(parts, ({ visits }) => visits.languages),
    addresses: Buffer.concat(parts.map(({ visits }) => visits.addresses)),
    flags: Buffer.concat(parts.map(({ visits }) => visits.flags)),
  };
}

function sizeOf<V extends Visits>(parts: readonly Part<V>[]): number {
  return parts.reduce((sum, { visits }) => sum + visits.size, 0);
}

type ColumnOf<V extends Visits> = (part: Part<V>) => Uint32Array;

function textColumn<V extends Visits>(parts: readonly Part<V>[], column: ColumnOf<V>): Uint32Array {
  return joined(parts, column, ({ texts }) => texts);
}

/** Concatenates columns and adds a number to all rows of each. */
function joined<V extends Visits>(
  parts: readonly Part<V>[],
  column: ColumnOf<V>,
  added: (part: Part<V>) => number,
): Uint32Array {
  const out = new Uint32Array(sizeOf(parts));
  let at = 0;
  for (const part of parts) at = addAll(out, at, column(part), added(part));
  return out;
}

function numbered<V extends Visits>(parts: readonly Part<V>[]): Uint32Array {
  const out = new Uint32Array(sizeOf(parts));
  let at = 0;
  for (const { number, visits } of parts) out.fill(number, at, (at += visits.size));
  return out;
}

/** Concatenates columns of link numbers, mapped to the block's; values below `first` mean no link. */
function mapped<V extends Visits>(parts: readonly Part<V>[], column: ColumnOf<V>, first = 0): Uint32Array {
  const out = new Uint32Array(sizeOf(parts));
  let at = 0;
  for (const part of parts) at = mapAll(out, at, column(part), part.links, first);
  return out;
}

// Separate loops, because one loop with a callback per row takes five times as long.
function addAll(out: Uint32Array, from: number, column: Uint32Array, added: number): number {
  for (let i = 0; i < column.length; i++) out[from + i] = (column[i] ?? 0) + added;
  return from + column.length;
}

function mapAll(out: Uint32Array, from: number, column: Uint32Array, numbers: Uint32Array, first: number): number {
  for (let i = 0; i < column.length; i++) {
    const value = column[i] ?? 0;
    out[from + i] = value < first ? 0 : (numbers[value - first] ?? 0) + first;
  }
  return from + column.length;
}

function createLinkNumbers() {
  const numbering = createNumbering(linkHash, isSameLink);
  return {
    all: numbering.all,
    of(links: readonly BatchLink[]): Uint32Array {
      const numbers = new Uint32Array(links.length);
      for (const [i, link] of links.entries()) numbers[i] = numbering.numberOf(link);
      return numbers;
    },
  };
}

function linkHash({ linkId, revision, rule, arm }: BatchLink): number {
  return (
    idHash(linkId) ^ (Math.imul(revision, 0x9e37_79b1) ^ Math.imul(rule, 0x85eb_ca6b) ^ Math.imul(arm, 0xc2b2_ae35))
  );
}

function isSameLink(a: BatchLink, b: BatchLink): boolean {
  return (
    isSameId(a.linkId, b.linkId) &&
    isSameId(a.ownerId, b.ownerId) &&
    a.domain === b.domain &&
    a.revision === b.revision &&
    a.rule === b.rule &&
    a.arm === b.arm
  );
}
