/** Sources of imported links; `hoplog` is a hoplog export, `csv` any file with a heading. */
export const importSources = [
  "bitly",
  "rebrandly",
  "shortio",
  "dub",
  "shlink",
  "kutt",
  "yourls",
  "polr",
  "blink",
  "tly",
  "cuttly",
  "redirection",
  "prettylinks",
  "thirstyaffiliates",
  "bookmarks",
  "hoplog",
  "csv",
] as const;
export type ImportSource = (typeof importSources)[number];

/** Sources whose ids are unique only within one file or installation. */
export const scopedSources: ReadonlySet<ImportSource> = new Set<ImportSource>([
  "csv",
  "yourls",
  "polr",
  // Files from these sources don't contain the domain.
  "blink",
  "redirection",
  "prettylinks",
  "thirstyaffiliates",
]);

/** Display names of the sources. */
export const importSourceNames: Readonly<Record<ImportSource, string>> = {
  bitly: "Bitly",
  rebrandly: "Rebrandly",
  shortio: "Short.io",
  dub: "Dub",
  shlink: "Shlink",
  kutt: "Kutt",
  yourls: "YOURLS",
  polr: "Polr",
  blink: "BL.INK",
  tly: "T.LY",
  cuttly: "Cutt.ly",
  redirection: "Redirection (WordPress)",
  prettylinks: "Pretty Links (WordPress)",
  thirstyaffiliates: "ThirstyAffiliates (WordPress)",
  bookmarks: "Browser bookmarks",
  hoplog: "hoplog",
  csv: "Any CSV file",
};

/** Kinds of link data that an import can't carry over. */
export const lossKinds = [
  "password",
  "restriction",
  "column",
  "code",
  "domain",
  "rules",
  "options",
  "tags",
  "text",
  "group",
  "date",
  "visits",
] as const;
export type LossKind = (typeof lossKinds)[number];
