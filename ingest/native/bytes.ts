/** LEB128, as ClickHouse writes lengths. */
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

/** Each string as its length and its UTF-8. */
export function lengthPrefixed(texts: readonly string[]): Uint8Array {
  return Buffer.concat(
    texts.flatMap((text) => {
      const bytes = Buffer.from(text, "utf8");
      return [varUint(bytes.length), bytes];
    }),
  );
}

/** The memory of a typed array. Every machine Node runs on is little-endian, as ClickHouse's formats are. */
export function memoryOf(array: ArrayBufferView): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** Bytes as numbers of 32 bits: the same memory where it starts at a multiple of 4, else a copy. */
export function wordsOf(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >>> 2);
}

/** The same words at the beginning of more of them, zeros behind. */
export function lengthened(words: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(length);
  longer.set(words);
  return longer;
}
