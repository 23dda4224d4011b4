import { compress, decompress } from "../../compression/zstd.ts";

/** A value as it stands in the table. */
interface StoredValue {
  readonly value: Uint8Array | null;
  /** Bytes when decompressed; null where it is not compressed. */
  readonly fullSize: number | null;
}

/** What is smaller takes Postgres hardly more than a row without a value. */
const worthCompressing = 8192;

/**
 * Large values are compressed: they cost Postgres by the byte, for cutting into rows of 2 kB, for its log of changes, and for
 * the hexadecimal text that readers get. Batches of clicks shrink to a third.
 */
export async function storedValue(value: Uint8Array | null): Promise<StoredValue> {
  if (value === null || value.length < worthCompressing) return { value, fullSize: null };
  const compressed = await compress(value);
  return compressed.length < value.length ? { value: compressed, fullSize: value.length } : { value, fullSize: null };
}

/** The value as it was appended. */
export async function givenValue(value: Buffer | null, fullSize: number | null): Promise<Buffer | null> {
  return value === null || fullSize === null ? value : decompress(value, fullSize);
}
