import { compress, decompress } from "../../compression/zstd.ts";

/** A value as stored in the table. */
interface StoredValue {
  readonly value: Uint8Array | null;
  /** The decompressed size in bytes; null if it is not compressed. */
  readonly fullSize: number | null;
}

/**
 * Size in bytes from which values are compressed. Below it, a value costs Postgres hardly more than a row without a
 * value.
 */
const worthCompressing = 8192;

/**
 * Compresses large values, because Postgres' cost grows with their size: for splitting them into rows of 2 kB, for the
 * write-ahead log, and for the hexadecimal text sent to readers. Batches of clicks shrink to a third.
 */
export async function storedValue(value: Uint8Array | null): Promise<StoredValue> {
  if (value === null || value.length < worthCompressing) return { value, fullSize: null };
  const compressed = await compress(value);
  return compressed.length < value.length ? { value: compressed, fullSize: value.length } : { value, fullSize: null };
}

/** Returns the value as it was appended. */
export async function originalValue(value: Buffer | null, fullSize: number | null): Promise<Buffer | null> {
  return value === null || fullSize === null ? value : decompress(value, fullSize);
}
