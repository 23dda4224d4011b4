/**
 * The bytes of a `clicks.v1` record, little-endian. Columns instead of rows: they are read as typed arrays without
 * decoding, and everything that repeats (links, texts) stands once.
 *
 *     header   64 bytes: magic, version, counts, base time, batch id
 *     links    32 bytes each: link id, owner id
 *     clicks   columns of u32: at - base, link, user agent, referrer, query; then 16 bytes of address; then u8 flags
 *     misses   columns of u32: at - base, code; then u8 reason
 *     texts    u32 length of each, then their UTF-8
 *
 * Each part starts at a multiple of 4. Text 0 is the empty one.
 */
export const magic = 0x31424348;
export const layoutVersion = 1;
export const headerSize = 64;
export const linkSize = 32;

export interface Counts {
  readonly links: number;
  readonly clicks: number;
  readonly misses: number;
  readonly texts: number;
  readonly textBytes: number;
}

export interface Offsets {
  readonly links: number;
  readonly clickColumns: number;
  readonly addresses: number;
  readonly flags: number;
  readonly missColumns: number;
  readonly missReasons: number;
  readonly textLengths: number;
  readonly textBytes: number;
  readonly end: number;
}

export const clickColumnCount = 5;
export const missColumnCount = 2;

export function offsetsOf(counts: Counts): Offsets {
  const links = headerSize;
  const clickColumns = links + counts.links * linkSize;
  const addresses = clickColumns + counts.clicks * 4 * clickColumnCount;
  const flags = addresses + counts.clicks * 16;
  const missColumns = aligned(flags + counts.clicks);
  const missReasons = missColumns + counts.misses * 4 * missColumnCount;
  const textLengths = aligned(missReasons + counts.misses);
  const textBytes = textLengths + counts.texts * 4;
  return {
    links,
    clickColumns,
    addresses,
    flags,
    missColumns,
    missReasons,
    textLengths,
    textBytes,
    end: textBytes + counts.textBytes,
  };
}

function aligned(offset: number): number {
  return (offset + 3) & ~3;
}
