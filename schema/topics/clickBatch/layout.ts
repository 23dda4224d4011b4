/**
 * The bytes of a `clicks.v1` record, little-endian. Columns instead of rows: they are read as typed arrays without
 * decoding, and everything that repeats (links, texts) stands once. Each part starts at a multiple of 4.
 *
 *     header   64 bytes: see {@link headerOf}
 *     links    a link's id, its owner's; since version 2 domain, revision, rule and arm, u32 each
 *     id runs  since version 2: of which rows the ids go on from which id
 *     clicks   columns of u32; then 16 bytes of address; then u8 flags
 *     misses   columns of u32; since version 2 16 bytes of address and u8 flags; then u8 reason
 *     requests since version 3: columns of u32: how many requests were recorded, by link and quarter of an hour
 *     texts    u32 length of each, then their UTF-8; text 0 is the empty one
 */
export interface Layout {
  readonly linkSize: number;
  readonly clickColumns: readonly ClickColumn[];
  readonly missColumns: readonly MissColumn[];
  /** Whether a miss says what a click says of its visitor. */
  readonly missesHaveVisitors: boolean;
  readonly requestColumns: readonly RequestColumn[];
}

/** `at` is added to the base time; the others are indices of texts, and `link` one of links. */
export type ClickColumn = "at" | "link" | "userAgent" | "referrer" | "query" | "languages";
/** `link` is an index plus one; 0 where no link is known, unless the domain is: then its ids are zeros. */
export type MissColumn = "at" | "link" | "userAgent" | "referrer" | "languages" | "host" | "path" | "code";

/**
 * `link` is an index plus one, as that of misses; `quarter` counts quarters of an hour since the epoch. The others are numbers of
 * requests; those that were dropped are in no row.
 */
export type RequestColumn = "link" | "quarter" | "clicks" | "misses" | "dropped";

/** Those before: read for as long as logs and dead letters may hold them. */
export const layout1: Layout = {
  linkSize: 32,
  clickColumns: ["at", "link", "userAgent", "referrer", "query"],
  missColumns: ["at", "code"],
  missesHaveVisitors: false,
  requestColumns: [],
};

export const layout2: Layout = {
  linkSize: 48,
  clickColumns: ["at", "link", "userAgent", "referrer", "query", "languages"],
  missColumns: ["at", "link", "userAgent", "referrer", "languages", "host", "path", "code"],
  missesHaveVisitors: true,
  requestColumns: [],
};

export const layout3: Layout = {
  ...layout2,
  requestColumns: ["link", "quarter", "clicks", "misses", "dropped"],
};

/**
 * Where the parts of a header stand. Version 1 begins with a magic and its number. Later ones begin with the byte of their
 * number, which no batch before them begins with, and the checksum (CRC-32) of all that stands behind that: no single byte
 * that changes makes one version another.
 */
export const magic1 = 0x31424348;
export const version1 = 1;
export const magic2 = 0x42434802;
export const magic3 = 0x42434803;
export const checksumAt = 4;
export const checkedFrom = 8;
export const baseAt = 8;
export const idAt = 16;
export const countsAt = 32;
export const headerSize = 64;

/** A run of ids: the row with which it begins, the number of that row, and the 12 bytes that stand before the number. */
export const runSize = 20;
export const idPrefixSize = 12;

export const addressSize = 16;

/** In the order in which they stand in the header; 0 in versions that have none of them. */
export const countNames = ["links", "clicks", "misses", "texts", "textBytes", "runs", "requests"] as const;
export type Counts = Readonly<Record<(typeof countNames)[number], number>>;

export interface Offsets {
  readonly links: number;
  readonly runs: number;
  readonly clickColumns: number;
  readonly addresses: number;
  readonly flags: number;
  readonly missColumns: number;
  readonly missAddresses: number;
  readonly missFlags: number;
  readonly missReasons: number;
  readonly requests: number;
  readonly textLengths: number;
  readonly textBytes: number;
  readonly end: number;
}

export function offsetsOf(layout: Layout, counts: Counts): Offsets {
  const links = headerSize;
  const runs = links + counts.links * layout.linkSize;
  const clickColumns = runs + counts.runs * runSize;
  const addresses = clickColumns + counts.clicks * 4 * layout.clickColumns.length;
  const flags = addresses + counts.clicks * addressSize;
  const missColumns = aligned(flags + counts.clicks);
  const missAddresses = missColumns + counts.misses * 4 * layout.missColumns.length;
  const missVisitors = layout.missesHaveVisitors ? counts.misses : 0;
  const missFlags = missAddresses + missVisitors * addressSize;
  const missReasons = missFlags + missVisitors;
  const requests = aligned(missReasons + counts.misses);
  const textLengths = requests + counts.requests * 4 * layout.requestColumns.length;
  const textBytes = textLengths + counts.texts * 4;
  return {
    links,
    runs,
    clickColumns,
    addresses,
    flags,
    missColumns,
    missAddresses,
    missFlags,
    missReasons,
    requests,
    textLengths,
    textBytes,
    end: textBytes + counts.textBytes,
  };
}

/** Without bits, which end at 2 GB: counts may be of damaged bytes. */
function aligned(offset: number): number {
  return Math.ceil(offset / 4) * 4;
}
