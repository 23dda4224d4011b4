import type { Click } from "./clickTexts.ts";

/**
 * Prepends a page of clicks; both lists and the result are newest first. If the newest page contains no known click,
 * there is a gap, so the page replaces the known clicks.
 */
export function addNewest(known: readonly Click[], newest: readonly Click[]): readonly Click[] {
  const ids = new Set(newest.map((click) => click.id));
  const older = known.filter((click) => !ids.has(click.id));
  return older.length === known.length && newest.length > 0 ? newest : [...newest, ...older];
}

export function addOlder(known: readonly Click[], page: readonly Click[]): readonly Click[] {
  const ids = new Set(known.map((click) => click.id));
  return [...known, ...page.filter((click) => !ids.has(click.id))];
}

export interface PageOfRows<Row> {
  readonly rows: readonly Row[];
  /** Number of the page, from 1. */
  readonly page: number;
  readonly pages: number;
  /** Positions of the first and last row, from 1; 0 if there are no rows. */
  readonly from: number;
  readonly to: number;
}

/**
 * Returns one page of `all`; a page beyond the end becomes the last one. If older rows can be loaded (`hasOlder`), an
 * incomplete last page is omitted until then.
 */
export function pageOf<Row>(all: readonly Row[], wanted: number, size: number, hasOlder = false): PageOfRows<Row> {
  const pages = Math.max(1, hasOlder ? Math.floor(all.length / size) : Math.ceil(all.length / size));
  const page = Math.min(Math.max(1, wanted), pages);
  const start = (page - 1) * size;
  const rows = all.slice(start, start + size);
  return { rows, page, pages, from: rows.length === 0 ? 0 : start + 1, to: start + rows.length };
}
