/** Numbers of counted requests, by link and quarter of an hour; the values at index `i` of all columns form a row. */
export interface Requests {
  readonly size: number;
  /** An index into the batch's links plus one; 0 if no link and no domain is known. */
  readonly link: Uint32Array;
  /** Quarters of an hour since the epoch. */
  readonly quarter: Uint32Array;
  readonly clicks: Uint32Array;
  readonly misses: Uint32Array;
  /** Requests that were answered but not recorded, because neither disk nor memory had space. */
  readonly dropped: Uint32Array;
}

export const quarterMs = 15 * 60 * 1000;

export type RequestKind = "clicks" | "misses" | "dropped";

export interface RequestCounter {
  /**
   * Adds `count` requests; a negative `count` subtracts. `link` is an index plus one, or 0; `at` is in milliseconds
   * since the epoch.
   */
  add(kind: RequestKind, link: number, at: number, count: number): void;
  /** Adds row `row` of other counts to `link`. */
  addRow(requests: Requests, row: number, link: number): void;
  counted(): Requests;
  clear(): void;
}

/** Creates a counter that reuses its memory for the next batch to avoid garbage collection. */
export function createRequestCounter(): RequestCounter {
  let rows = createRows(64);
  let size = 0;
  /**
   * A linked list of rows for each link: its newest row, and for each row the previous one of the same link; plus one,
   * 0 for none.
   */
  let lastOf = new Uint32Array(64);
  let maxLink = 0;

  function rowOf(link: number, quarter: number): number {
    if (link >= lastOf.length) lastOf = grown(lastOf, link + 1);
    for (let next = lastOf[link] ?? 0; next !== 0; next = rows.before[next - 1] ?? 0) {
      if (rows.quarter[next - 1] === quarter) return next - 1;
    }
    if (size === rows.link.length) rows = grownRows(rows, size + 1);
    rows.link[size] = link;
    rows.quarter[size] = quarter;
    rows.before[size] = lastOf[link] ?? 0;
    rows.clicks[size] = rows.misses[size] = rows.dropped[size] = 0;
    maxLink = Math.max(maxLink, link);
    lastOf[link] = ++size;
    return size - 1;
  }

  return {
    add(kind, link, at, count) {
      const column = rowOf(link, Math.floor(at / quarterMs));
      rows[kind][column] = (rows[kind][column] ?? 0) + count;
    },
    addRow(requests, row, link) {
      const to = rowOf(link, requests.quarter[row] ?? 0);
      rows.clicks[to] = (rows.clicks[to] ?? 0) + (requests.clicks[row] ?? 0);
      rows.misses[to] = (rows.misses[to] ?? 0) + (requests.misses[row] ?? 0);
      rows.dropped[to] = (rows.dropped[to] ?? 0) + (requests.dropped[row] ?? 0);
    },
    counted: () => ({
      size,
      link: rows.link.subarray(0, size),
      quarter: rows.quarter.subarray(0, size),
      clicks: rows.clicks.subarray(0, size),
      misses: rows.misses.subarray(0, size),
      dropped: rows.dropped.subarray(0, size),
    }),
    clear() {
      lastOf.fill(0, 0, maxLink + 1);
      maxLink = 0;
      size = 0;
    },
  };
}

function createRows(size: number) {
  return {
    link: new Uint32Array(size),
    quarter: new Uint32Array(size),
    clicks: new Uint32Array(size),
    misses: new Uint32Array(size),
    dropped: new Uint32Array(size),
    before: new Uint32Array(size),
  };
}

function grownRows(rows: ReturnType<typeof createRows>, size: number): ReturnType<typeof createRows> {
  return {
    link: grown(rows.link, size),
    quarter: grown(rows.quarter, size),
    clicks: grown(rows.clicks, size),
    misses: grown(rows.misses, size),
    dropped: grown(rows.dropped, size),
    before: grown(rows.before, size),
  };
}

/** Returns a copy with at least twice the capacity. */
function grown(column: Uint32Array, size: number): Uint32Array<ArrayBuffer> {
  const out = new Uint32Array(Math.max(size, column.length * 2));
  out.set(column);
  return out;
}
