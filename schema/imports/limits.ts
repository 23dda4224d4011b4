/** Limits of imports: apart from the others, which every page loads. */
export const importLimits = {
  /** Links of one import. */
  linksMax: 1_000_000,
  /** Of one part of a file; its parts may come again. */
  partBytes: 1024 * 1024,
  partsMax: 512,
  /** Of one line of a file, or one object of it. */
  recordBytes: 256 * 1024,
  /** Lines of a file that are read in one transaction, for which others wait. */
  stepRows: 20_000,
  /** Rows that are judged and written at a time. */
  sliceRows: 2000,
  /** Of a heading: each line has a value for each of them. */
  columnsMax: 500,
  /** Of one link; of more of them one says how many there are. */
  lossesMax: 20,
  /** Of a file that is one JSON document; JSON Lines and CSV may be larger. */
  documentBytes: 16 * 1024 * 1024,
  /** Visits of one link, and of one page of them: the sum of a million links can still be counted. */
  visitsMax: 1e12,
  /** Of an import by key: its pages, those in a row that only repeat links, and those in a row that have none. */
  pagesMax: 100_000,
  repeatedPages: 20,
  emptyPages: 500,
  /** Of one link's visits. */
  visitPages: 10_000,
  /** Imports of one workspace that are not over. */
  atOnce: 3,
  /** For so many days rows of an import are kept once it is over, and one that isn't started. */
  days: 30,
  idleDays: 3,
  /** Of imports of one workspace that are over: of older ones rows are kept no longer. Many may refuse all of theirs. */
  rowsKept: 10_000_000,
  /** Parts that can't be read, since one before them is missing, are kept for so long after the last one came. */
  partsMinutes: 60,
  listed: 50,
} as const;
