/** Limits of imports. Separate from `limits.ts`, because every page loads that file. */
export const importLimits = {
  /** Maximum links per import. */
  linksMax: 1_000_000,
  /** Maximum size in bytes of an upload part of a file; parts may be retried. */
  partBytes: 1024 * 1024,
  partsMax: 512,
  /** Maximum size in bytes of a line of a file, or of an object in it. */
  recordBytes: 256 * 1024,
  /** Maximum lines that one transaction reads, because other transactions may wait for its end. */
  stepRows: 20_000,
  /** Rows that are checked and written in one statement. */
  sliceRows: 2000,
  /** Maximum columns of a file, because each line has a value for each of its columns. */
  columnsMax: 500,
  /** Maximum losses listed per link; beyond it, only their number is reported. */
  lossesMax: 20,
  /** Maximum size in bytes of a file that is a single JSON document; JSON Lines and CSV files may be larger. */
  documentBytes: 16 * 1024 * 1024,
  /** Maximum visits per link, and per page of visits, so that the sum of a million links is still exact. */
  visitsMax: 1e12,
  /**
   * Limits of an import with an API key: all pages, consecutive pages with only known links, and consecutive empty
   * pages.
   */
  pagesMax: 100_000,
  repeatedPages: 20,
  emptyPages: 500,
  /** Maximum pages of one link's visits. */
  visitPages: 10_000,
  /** Maximum unfinished imports per workspace. */
  atOnce: 3,
  /** Days for which a finished import and its rows are retained. */
  days: 30,
  /** Days without activity after which an import that was not started is cancelled. */
  idleDays: 3,
  /**
   * Rows retained of a workspace's finished imports, because imports may reject all of their rows; the rows of older
   * imports are deleted.
   */
  rowsKept: 10_000_000,
  /** Minutes after the last upload for which unread parts are retained if an earlier part is missing. */
  partsMinutes: 60,
  listed: 50,
} as const;
