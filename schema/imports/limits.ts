/** Limits of imports; separate from the others, which every page loads. */
export const importLimits = {
  /** Links per import. */
  linksMax: 1_000_000,
  /** Per upload part of a file; parts may be retried. */
  partBytes: 1024 * 1024,
  partsMax: 512,
  /** Per line of a file, or per object in it. */
  recordBytes: 256 * 1024,
  /** Lines read in one transaction, for which others have to wait. */
  stepRows: 20_000,
  /** Rows that are checked and written at a time. */
  sliceRows: 2000,
  /** Per heading, because each line has a value for each of its columns. */
  columnsMax: 500,
  /** Per link; if there are more, only their number is reported. */
  lossesMax: 20,
  /** For a file that is a single JSON document; JSON Lines and CSV files may be larger. */
  documentBytes: 16 * 1024 * 1024,
  /** Visits per link, and per page of them, so that the sum of a million links can still be counted exactly. */
  visitsMax: 1e12,
  /**
   * Limits of an import with an API key: all pages, consecutive pages with only known links, and consecutive empty
   * pages.
   */
  pagesMax: 100_000,
  repeatedPages: 20,
  emptyPages: 500,
  /** Pages of one link's visits. */
  visitPages: 10_000,
  /** Unfinished imports per workspace. */
  atOnce: 3,
  /** How many days the rows of a finished import are retained, and those of one that was never started. */
  days: 30,
  idleDays: 3,
  /**
   * Rows retained of a workspace's finished imports; those of older imports are deleted. Many imports may reject all of
   * their rows.
   */
  rowsKept: 10_000_000,
  /** How many minutes after the last part unread parts are retained if an earlier part is missing. */
  partsMinutes: 60,
  listed: 50,
} as const;
