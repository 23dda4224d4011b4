import type { DeliveryLimits, LogRecord } from "../port.ts";

export interface FetchedRecord extends LogRecord {
  readonly offset: number;
}

/** Records of one partition that are fetched but not delivered yet, starting at index `at`. */
export interface Backlog {
  readonly partition: number;
  readonly records: readonly FetchedRecord[];
  readonly at: number;
}

/** A range of offsets in one partition, from `from` (included) to `next` (excluded). */
export interface Span {
  readonly from: number;
  readonly next: number;
}

/** The part of a backlog that goes into a round. */
export interface Slice<B extends Backlog> {
  readonly backlog: B;
  /** Number of the backlog's records, from `at`, that this round completes. */
  readonly count: number;
  readonly span: Span;
  readonly newest: number;
}

export interface Round<B extends Backlog> {
  readonly slices: readonly Slice<B>[];
  /** The records to deliver, without those that were already delivered. */
  readonly records: readonly FetchedRecord[];
}

/**
 * Returns the next records of all partitions together, within the limits; a larger record is returned alone. Records in
 * `delivered` are skipped. There must be at least one backlog.
 */
export function nextRound<B extends Backlog>(
  backlogs: readonly B[],
  limits: DeliveryLimits,
  delivered: ReadonlyMap<number, Span>,
): Round<B> {
  const records: FetchedRecord[] = [];
  const slices: Slice<B>[] = [];
  let bytes = 0;
  let full = false;
  for (const backlog of backlogs) {
    const before = delivered.get(backlog.partition);
    let count = 0;
    for (const record of backlog.records.slice(backlog.at, backlog.at + limits.maxRecords)) {
      if (!isWithin(before, record.offset)) {
        bytes += record.value?.length ?? 0;
        full = records.length > 0 && (records.length === limits.maxRecords || bytes > limits.maxBytes);
        if (full) break;
        records.push(record);
      }
      count += 1;
    }
    const done = backlog.records.slice(backlog.at, backlog.at + count);
    const [first, last] = [done[0], done.at(-1)];
    if (first && last) {
      const newest = done.reduce((max, { recordedAt }) => Math.max(max, recordedAt), 0);
      slices.push({ backlog, count, span: { from: first.offset, next: last.offset + 1 }, newest });
    }
    if (full) break;
  }
  return { slices, records };
}

function isWithin(span: Span | undefined, offset: number): boolean {
  return span !== undefined && offset >= span.from && offset < span.next;
}
