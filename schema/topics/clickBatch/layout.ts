/**
 * The bytes of a `clicks.v1` record, little-endian. Columns instead of rows: they are read as typed arrays without
 * decoding, and everything that repeats (links, texts) is stored once. Each part starts at a multiple of 4.
 *
 *     header   64 bytes: magic, checksum, base time, batch id and counts, at the offsets below
 *     links    ids of a link and its owner; domain, revision, rule and arm, u32 each
 *     id runs  consecutive ids: the first row of each run and its id
 *     clicks   columns of u32; then 16 bytes of address; then u8 flags
 *     misses   columns of u32; 16 bytes of address; u8 flags; u8 reason
 *     requests columns of u32: how many requests were counted, by link and quarter of an hour
 *     texts    u32 length of each, then their UTF-8; text 0 is the empty one
 */
export const linkSize = 48;

/** `at` is an offset from the base time; the others are indices of texts, `link` an index of links. */
export type ClickColumn = "at" | "link" | "userAgent" | "referrer" | "query" | "languages";
/**
 * `link` is an index plus one; 0 if neither a link nor a workspace's domain is known. If only the domain is known, the
 * ids in the entry are zeros.
 */
export type MissColumn = "at" | "link" | "userAgent" | "referrer" | "languages" | "host" | "path" | "code";

/**
 * `link` is an index plus one, as in misses; `quarter` counts quarters of an hour since the epoch. The others are
 * numbers of requests; dropped requests are in no other column of the batch.
 */
export type RequestColumn = "link" | "quarter" | "clicks" | "misses" | "dropped";

export const clickColumns: readonly ClickColumn[] = ["at", "link", "userAgent", "referrer", "query", "languages"];
export const missColumns: readonly MissColumn[] = [
  "at",
  "link",
  "userAgent",
  "referrer",
  "languages",
  "host",
  "path",
  "code",
];
export const requestColumns: readonly RequestColumn[] = ["link", "quarter", "clicks", "misses", "dropped"];

/**
 * A header begins with the version byte, three bytes that all versions have in common, and the checksum (CRC-32) of
 * everything after that.
 */
export const magic = 0x42434803;
export const checksumAt = 4;
export const checkedFrom = 8;
export const baseAt = 8;
export const idAt = 16;
export const countsAt = 32;
export const headerSize = 64;

/** A run of ids: its first row, that row's number, and the 12 bytes that precede the number. */
export const runSize = 20;
export const idPrefixSize = 12;

export const addressSize = 16;

/** Counts in the order of the header. */
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

export function offsetsOf(counts: Counts): Offsets {
  const links = headerSize;
  const runs = links + counts.links * linkSize;
  const clicks = runs + counts.runs * runSize;
  const addresses = clicks + counts.clicks * 4 * clickColumns.length;
  const flags = addresses + counts.clicks * addressSize;
  const misses = aligned(flags + counts.clicks);
  const missAddresses = misses + counts.misses * 4 * missColumns.length;
  const missFlags = missAddresses + counts.misses * addressSize;
  const missReasons = missFlags + counts.misses;
  const requests = aligned(missReasons + counts.misses);
  const textLengths = requests + counts.requests * 4 * requestColumns.length;
  const textBytes = textLengths + counts.texts * 4;
  return {
    links,
    runs,
    clickColumns: clicks,
    addresses,
    flags,
    missColumns: misses,
    missAddresses,
    missFlags,
    missReasons,
    requests,
    textLengths,
    textBytes,
    end: textBytes + counts.textBytes,
  };
}

/** Avoids bitwise operations, which overflow at 2 GB: counts may be read from damaged bytes. */
function aligned(offset: number): number {
  return Math.ceil(offset / 4) * 4;
}
