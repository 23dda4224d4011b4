/** One column of a Native block: its ClickHouse type and the bytes of all its rows. */
export interface NativeColumn {
  readonly type: string;
  readonly rows: number;
  readonly bytes: readonly Uint8Array[];
}

/** A string column with many repeated values: row `i` has `values[indices[i]]`. */
export interface Dictionary {
  readonly values: readonly string[];
  readonly indices: Uint32Array;
}

const bytesPerRow = { UInt8: 1, Bool: 1, UInt16: 2, UInt32: 4, UInt64: 8 } as const;

/** Builds a column from the memory of its rows: UInt64 is two words per row, the lower one first; Bool is 0 or 1. */
export function plainColumn(type: "UInt8" | "Bool", rows: Uint8Array): NativeColumn;
export function plainColumn(type: "UInt16", rows: Uint16Array): NativeColumn;
export function plainColumn(type: "UInt32" | "UInt64", rows: Uint32Array): NativeColumn;
export function plainColumn(
  type: keyof typeof bytesPerRow,
  rows: Uint8Array | Uint16Array | Uint32Array,
): NativeColumn {
  return { type, rows: rows.byteLength / bytesPerRow[type], bytes: [memoryOf(rows)] };
}

/** Builds a column of `base` plus each row's offset, in milliseconds since the epoch; neither may be negative. */
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

/**
 * Builds a UUID column from 16 bytes per row, in the order in which a UUID is written. ClickHouse stores it as two
 * 64-bit numbers.
 */
export function uuidColumn(rows: Uint8Array): NativeColumn {
  const bytes = Buffer.from(rows);
  bytes.swap64();
  return { type: "UUID", rows: rows.length / 16, bytes: [bytes] };
}

export function stringColumn(rows: readonly string[]): NativeColumn {
  return { type: "String", rows: rows.length, bytes: [lengthPrefixed(rows)] };
}

/** Version of the key layout in which every block has its own dictionary. */
const sharedDictionariesWithAdditionalKeys = 1n;
const hasAdditionalKeys = 0x200n;
const needsUpdateDictionary = 0x400n;

/** Builds a LowCardinality(String) column: the values once, then one index per row, of the smallest width that fits. */
export function lowCardinalityColumn({ values, indices }: Dictionary): NativeColumn {
  const dictionaryIndex = Uint32Array.from(values, (_, i) => i);
  return dictionaryColumn("String", { values: lengthPrefixed(values), count: values.length, dictionaryIndex }, indices);
}

/**
 * Builds a dictionary of repeated UUIDs, for a UUID column. `ids` has 16 bytes each, in the order in which a UUID is
 * written; row `i` has the one at `dictionaryIndex[rows[i]]`.
 */
export function uuidDictionaryColumn(ids: Uint8Array, dictionaryIndex: Uint32Array, rows: Uint32Array): NativeColumn {
  const values = Buffer.from(ids);
  values.swap64();
  return dictionaryColumn("UUID", { values, count: ids.length / 16, dictionaryIndex }, rows);
}

/** Builds a LowCardinality column of the given type. Row `i` has the value at `dictionaryIndex[rows[i]]`. */
export function dictionaryColumn(
  type: "String" | "UUID",
  dictionary: { readonly values: Uint8Array; readonly count: number; readonly dictionaryIndex: Uint32Array },
  rows: Uint32Array,
): NativeColumn {
  const { values, count, dictionaryIndex } = dictionary;
  const [indexType, indices] = narrowed(rows, dictionaryIndex, count);
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
  dictionaryIndex: Uint32Array,
  count: number,
): [bigint, Uint8Array | Uint16Array | Uint32Array] {
  if (count <= 0x100) return [0n, indexes8(rows, dictionaryIndex)];
  if (count <= 0x1_0000) return [1n, indexes16(rows, dictionaryIndex)];
  return [2n, rows.map((row) => dictionaryIndex[row] ?? 0)];
}

// Separate functions, because one that writes two array types takes twice as long.
function indexes8(rows: Uint32Array, dictionaryIndex: Uint32Array): Uint8Array {
  const out = new Uint8Array(rows.length);
  for (let i = 0; i < rows.length; i++) out[i] = dictionaryIndex[rows[i] ?? 0] ?? 0;
  return out;
}

function indexes16(rows: Uint32Array, dictionaryIndex: Uint32Array): Uint16Array {
  const out = new Uint16Array(rows.length);
  for (let i = 0; i < rows.length; i++) out[i] = dictionaryIndex[rows[i] ?? 0] ?? 0;
  return out;
}

/**
 * Encodes a block in ClickHouse's Native format: the numbers of columns and rows, then each column's name, type and
 * data. Throws a RangeError if columns differ in length.
 */
export function nativeBlock(columns: Readonly<Record<string, NativeColumn>>): Buffer {
  const all = Object.entries(columns);
  const rows = all[0]?.[1].rows ?? 0;
  const parts: Uint8Array[] = [varUint(all.length), varUint(rows)];
  for (const [name, column] of all) {
    if (column.rows !== rows)
      throw new RangeError(`column ${name} has ${column.rows} rows, but the first column has ${rows}`);
    parts.push(lengthPrefixed([name, column.type]), ...column.bytes);
  }
  return Buffer.concat(parts);
}

/** Encodes a number as LEB128, like ClickHouse's lengths. */
export function varUint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return Uint8Array.from(bytes);
}

/** Encodes each string as its length and its UTF-8 bytes. */
export function lengthPrefixed(texts: readonly string[]): Uint8Array {
  return Buffer.concat(
    texts.flatMap((text) => {
      const bytes = Buffer.from(text, "utf8");
      return [varUint(bytes.length), bytes];
    }),
  );
}

/** Returns the memory of a typed array. The machine must be little-endian, like ClickHouse's formats. */
export function memoryOf(array: ArrayBufferView): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** Returns bytes as 32-bit numbers: the same memory if it is aligned to 4 bytes, else a copy. */
export function wordsOf(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >>> 2);
}

/** Returns a longer copy of the words, padded with zeros. */
export function lengthened(words: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(length);
  longer.set(words);
  return longer;
}
