import { lengthPrefixed, memoryOf } from "./bytes.ts";

/** One column of a Native block: its ClickHouse type and the bytes of all its rows. */
export interface NativeColumn {
  readonly type: string;
  readonly rows: number;
  readonly bytes: readonly Uint8Array[];
}

/** A string column in which much repeats: row `i` holds `values[indices[i]]`. */
export interface Dictionary {
  readonly values: readonly string[];
  readonly indices: Uint32Array;
}

export function uint8Column(rows: Uint8Array): NativeColumn {
  return { type: "UInt8", rows: rows.length, bytes: [rows] };
}

/** 0 or 1 a row. */
export function boolColumn(rows: Uint8Array): NativeColumn {
  return { type: "Bool", rows: rows.length, bytes: [rows] };
}

export function uint32Column(rows: Uint32Array): NativeColumn {
  return { type: "UInt32", rows: rows.length, bytes: [memoryOf(rows)] };
}

/** Two words a row, the lower one first. */
export function uint64Column(words: Uint32Array): NativeColumn {
  return { type: "UInt64", rows: words.length / 2, bytes: [memoryOf(words)] };
}

/** `base` plus the row's offset, in milliseconds since the epoch; neither may be before it. */
export function dateTimeColumn(base: number, offsets: Uint32Array): NativeColumn {
  const halves = new Uint32Array(offsets.length * 2);
  const [low, high] = [base % 0x1_0000_0000, Math.floor(base / 0x1_0000_0000)];
  for (let i = 0; i < offsets.length; i++) {
    const sum = low + (offsets[i] ?? 0);
    halves[2 * i] = sum;
    halves[2 * i + 1] = sum < 0x1_0000_0000 ? high : high + 1;
  }
  return { type: "DateTime64(3, 'UTC')", rows: offsets.length, bytes: [memoryOf(halves)] };
}

/** 16 bytes a row, in the order in which a UUID is written. ClickHouse keeps it as two 64-bit numbers. */
export function uuidColumn(rows: Uint8Array): NativeColumn {
  const bytes = Buffer.from(rows);
  bytes.swap64();
  return { type: "UUID", rows: rows.length / 16, bytes: [bytes] };
}

export function stringColumn(rows: readonly string[]): NativeColumn {
  return { type: "String", rows: rows.length, bytes: [lengthPrefixed(rows)] };
}

/** Version of the layout of keys: a dictionary of its own in every block. */
const sharedDictionariesWithAdditionalKeys = 1n;
const hasAdditionalKeys = 0x200n;
const needsUpdateDictionary = 0x400n;

/** LowCardinality(String): the values once, then one number a row, as narrow as the count of values allows. */
export function lowCardinalityColumn({ values, indices }: Dictionary): NativeColumn {
  const placeOf = Uint32Array.from(values, (_, i) => i);
  return dictionaryColumn("String", { values: lengthPrefixed(values), count: values.length, placeOf }, indices);
}

/**
 * UUIDs that repeat, for a column of UUIDs. `ids` has 16 bytes each, in the order in which a UUID is written; row `i` has
 * the one at `placeOf[rows[i]]`.
 */
export function uuidDictionaryColumn(ids: Uint8Array, placeOf: Uint32Array, rows: Uint32Array): NativeColumn {
  const values = Buffer.from(ids);
  values.swap64();
  return dictionaryColumn("UUID", { values, count: ids.length / 16, placeOf }, rows);
}

/** A LowCardinality column of the given type. Row `i` holds the value at the place `placeOf[rows[i]]`. */
export function dictionaryColumn(
  type: "String" | "UUID",
  dictionary: { readonly values: Uint8Array; readonly count: number; readonly placeOf: Uint32Array },
  rows: Uint32Array,
): NativeColumn {
  const { values, count, placeOf } = dictionary;
  const [indexType, indices] = narrowed(rows, placeOf, count);
  const head = BigUint64Array.of(
    sharedDictionariesWithAdditionalKeys,
    indexType | hasAdditionalKeys | needsUpdateDictionary,
    BigInt(count),
  );
  return {
    type: `LowCardinality(${type})`,
    rows: rows.length,
    bytes: [memoryOf(head), values, memoryOf(BigUint64Array.of(BigInt(rows.length))), memoryOf(indices)],
  };
}

function narrowed(
  rows: Uint32Array,
  placeOf: Uint32Array,
  count: number,
): [bigint, Uint8Array | Uint16Array | Uint32Array] {
  if (count <= 0x100) return [0n, places8(rows, placeOf)];
  if (count <= 0x1_0000) return [1n, places16(rows, placeOf)];
  return [2n, rows.map((row) => placeOf[row] ?? 0)];
}

// One function for both would take twice as long: it would write arrays of two kinds.
function places8(rows: Uint32Array, placeOf: Uint32Array): Uint8Array {
  const out = new Uint8Array(rows.length);
  for (let i = 0; i < rows.length; i++) out[i] = placeOf[rows[i] ?? 0] ?? 0;
  return out;
}

function places16(rows: Uint32Array, placeOf: Uint32Array): Uint16Array {
  const out = new Uint16Array(rows.length);
  for (let i = 0; i < rows.length; i++) out[i] = placeOf[rows[i] ?? 0] ?? 0;
  return out;
}
