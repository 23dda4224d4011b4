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

/** 8 bytes a row, little-endian. */
export function uint64Column(rows: Uint8Array): NativeColumn {
  return { type: "UInt64", rows: rows.length / 8, bytes: [rows] };
}

/** `base` plus the row's offset, in milliseconds since the epoch; neither may be before it. */
export function dateTimeColumn(base: number, offsets: Uint32Array): NativeColumn {
  const halves = new Uint32Array(offsets.length * 2);
  for (let i = 0; i < offsets.length; i++) {
    const at = base + (offsets[i] ?? 0);
    halves[2 * i] = at % 0x1_0000_0000;
    halves[2 * i + 1] = Math.floor(at / 0x1_0000_0000);
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
  const [indexType, narrow] = narrowed(indices, values.length);
  const head = BigUint64Array.of(
    sharedDictionariesWithAdditionalKeys,
    indexType | hasAdditionalKeys | needsUpdateDictionary,
    BigInt(values.length),
  );
  const rows = BigUint64Array.of(BigInt(indices.length));
  return {
    type: "LowCardinality(String)",
    rows: indices.length,
    bytes: [memoryOf(head), lengthPrefixed(values), memoryOf(rows), memoryOf(narrow)],
  };
}

function narrowed(indices: Uint32Array, count: number): [bigint, Uint8Array | Uint16Array | Uint32Array] {
  if (count <= 0x100) return [0n, Uint8Array.from(indices)];
  if (count <= 0x1_0000) return [1n, Uint16Array.from(indices)];
  return [2n, indices];
}
