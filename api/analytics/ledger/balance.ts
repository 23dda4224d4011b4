import type { Part } from "./parts.ts";

/** Requests in one span of a range: as counted by redirectors, and as accounted for (`parts`). */
export interface SpanCounts {
  readonly clicks: number;
  readonly misses: number;
  readonly dropped: number;
  readonly erased: number;
  /** Requests in all categories, including removed clicks. */
  readonly parts: number;
}

/** `before`: redirectors did not count yet; `recent`: a delivery may be in progress. */
export const spanNames = ["before", "settled", "recent"] as const;
export type SpanName = (typeof spanNames)[number];

export interface Balance {
  /** Answered requests, recorded or dropped. */
  readonly received: number;
  /** Redirectors' count; before they counted, the number accounted for. */
  readonly recorded: number;
  /** The part of `recorded` without a redirector count to compare with. */
  readonly unchecked: number;
  readonly dropped: number;
  readonly erased: number;
  /** Misses deleted by the retention. */
  readonly forgotten: number;
  /** Counted in the last minutes, and not written yet. */
  readonly pending: number;
  /** Recorded but not accounted for; negative if more is accounted for than was recorded, 0 if the ledger balances. */
  readonly missing: number;
}

/**
 * Computes the balance. `forgotten` is the number of deleted misses in the settled span. `recorded` is always the sum
 * of all parts, `erased`, `forgotten`, `pending` and `missing`.
 */
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
  /** Parts with requests, in the order of `partNames`, the largest reason first. */
  readonly parts: readonly Part[];
  /** Start of the redirectors' counts. */
  readonly countedSince: Date;
  /** Sums that figures and charts are based on. */
  readonly sums: { readonly people: number; readonly bots: number };
  /** Whether the single clicks match the sums of figures and charts. */
  readonly sumsAgree: boolean;
}
