import { fstatSync, openSync, readSync } from "node:fs";

/** A file that is read page by page, where it is looked at. It stays open as long as the process runs. */
export interface PagedFile {
  readonly size: number;
  /** All pages that are in memory. */
  readonly bytes: Buffer;
  /**
   * Returns the place in `bytes` of the byte at `offset`; at least `contiguous` others follow it, unless the file ends. Valid until
   * the next call. Throws what the system says when the page can't be read.
   */
  readonly at: (offset: number) => number;
}

/** Each page is read with the beginning of the next one: what begins in a page and is no longer than this needs no second one. */
export const contiguous = 512;
const pageSize = 2048;
const stride = pageSize + contiguous;

/**
 * Opens a file of which at most `pages` pages, a power of two, are in memory at a time. Node can't map files; here the system's
 * cache holds their pages, once for all processes. Throws what the system says when the file can't be opened.
 */
export function openPagedFile(path: string, pages: number): PagedFile {
  const file = openSync(path, "r");
  const { size } = fstatSync(file);
  const bytes = Buffer.alloc(pages * stride);
  /** The page in each place; -1 where there is none. */
  const held = new Int32Array(pages).fill(-1);

  function read(page: number, place: number): void {
    held[place] = -1;
    const from = page * pageSize;
    const wanted = Math.max(0, Math.min(stride, size - from));
    const got = readSync(file, bytes, place * stride, wanted, from);
    if (wanted === 0 || got !== wanted) throw new RangeError(`${path} ends at ${from + got}`);
    held[place] = page;
  }

  return {
    size,
    bytes,
    at(offset) {
      const page = Math.floor(offset / pageSize);
      const place = page & (pages - 1);
      if (held[place] !== page) read(page, place);
      return place * stride + (offset & (pageSize - 1));
    },
  };
}
