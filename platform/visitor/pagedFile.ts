import { fstatSync, openSync, readSync } from "node:fs";

/** A file that is read page by page as needed. It stays open as long as the process runs. */
export interface PagedFile {
  readonly size: number;
  /** The memory of all loaded pages. */
  readonly bytes: Buffer;
  /**
   * Returns the position in `bytes` of the byte at `offset`, followed by at least `contiguous` others unless the file
   * ends. Valid until the next call. Throws the system's error if the page can't be read, or a RangeError if the file
   * is too short.
   */
  readonly at: (offset: number) => number;
}

/**
 * Each page is loaded with the beginning of the next one, so an item that begins in a page and is at most this long
 * needs only that page.
 */
export const contiguous = 512;
const pageSize = 2048;
const stride = pageSize + contiguous;

/**
 * Opens a file of which at most `pages` pages, a power of two, are in memory. Node can't map files into memory; here
 * the system's cache holds the pages, once for all processes. Throws the system's error if the file can't be opened.
 */
export function openPagedFile(path: string, pages: number): PagedFile {
  const file = openSync(path, "r");
  const { size } = fstatSync(file);
  const bytes = Buffer.alloc(pages * stride);
  /** The page number in each slot; -1 if the slot is empty. */
  const held = new Int32Array(pages).fill(-1);

  function read(page: number, place: number): void {
    held[place] = -1;
    const from = page * pageSize;
    const wanted = Math.max(0, Math.min(stride, size - from));
    const got = readSync(file, bytes, place * stride, wanted, from);
    if (wanted === 0 || got !== wanted) throw new RangeError(`${path} ends at byte ${from + got}, within a page`);
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
