import type { Part } from "./parts.ts";

/** What one span of a range says: as redirectors counted it, and by what the requests were taken for. */
export interface SpanCounts {
  readonly clicks: number;
  readonly misses: number;
  readonly dropped: number;
  readonly erased: number;
  /** Requests that are accounted for one by one. */
  readonly parts: number;
}

/** `before`: redirectors did not count yet; `recent`: a delivery may be under way. */
export const spanNames = ["before", "settled", "recent"] as const;
export type SpanName = (typeof spanNames)[number];

export interface Balance {
  /** Requests that were answered: those that were recorded and those that were dropped. */
  readonly received: number;
  /** As redirectors counted them; before they did, as many as are accounted for. */
  readonly recorded: number;
  /** Of `recorded`, those of which there is no count to compare with. */
  readonly unchecked: number;
  readonly dropped: number;
  readonly erased: number;
  /** Misses that the retention has removed one by one. */
  readonly forgotten: number;
  /** Counted in the last minutes, and not written yet. */
  readonly pending: number;
  /** Recorded and not accounted for; below 0 where more is accounted for than was recorded. 0 where all adds up. */
  readonly missing: number;
}

/** `forgotten` are misses of the settled span. Whatever the counts are, `recorded` is the sum of all parts and the rest of it. */
export function balanceOf(spans: Readonly<Record<SpanName, SpanCounts>>, forgotten: number): Balance {
  const { before, settled, recent } = spans;
  const left = ({ clicks, misses, erased, parts }: SpanCounts) => clicks + misses - erased - parts;
  const pending = Math.max(0, left(recent));
  const counted = settled.clicks + settled.misses + recent.clicks + recent.misses;
  const dropped = before.dropped + settled.dropped + recent.dropped;
  const recorded = before.parts + counted;
  return {
    received: recorded + dropped,
    recorded,
    unchecked: before.parts,
    dropped,
    erased: settled.erased + recent.erased,
    forgotten,
    pending,
    missing: left(settled) - forgotten + left(recent) - pending,
  };
}

export interface Ledger extends Balance {
  /** Lines with requests, in the order of the parts, the largest first. */
  readonly parts: readonly Part[];
  /** Since then redirectors have counted. */
  readonly countedSince: Date;
  /** What the sums say that figures and charts are made of. */
  readonly sums: { readonly people: number; readonly bots: number };
  /** Whether the clicks say the same as those sums. */
  readonly sumsAgree: boolean;
}
