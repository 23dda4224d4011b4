import { varUint } from "./bytes.ts";
import { dictionaryColumn, type NativeColumn } from "./columns.ts";

/**
 * Texts that repeat from block to block, each once and with the bytes that the Native format has for it. Numbers go
 * from 0 on, in the order in which texts came.
 */
export interface Lexicon {
  numberOf(text: string): number;
  text(number: number): string;
  /** A LowCardinality(String) whose row `i` is the text `numbers[rows[i]]`. */
  column(numbers: Uint32Array, rows: Uint32Array): NativeColumn;
}

export function createLexicon(): Lexicon {
  const known = new Map<string, number>();
  const texts: string[] = [];
  let bytes = new Uint8Array(4096);
  /** Text `i` ends at `ends[i + 1]`, where the next one starts. */
  let ends = new Uint32Array(256);
  /** A text's place in the dictionary that is being made, plus one; 0 where it has none yet, and between two of them. */
  let places = new Uint32Array(255);

  function add(text: string): number {
    const number = known.size;
    const utf8 = Buffer.from(text, "utf8");
    const length = varUint(utf8.length);
    const start = ends[number] ?? 0;
    const end = start + length.length + utf8.length;
    if (end > bytes.length) bytes = copied(bytes, new Uint8Array(Math.max(bytes.length * 2, end)));
    if (number + 1 === ends.length) {
      ends = copied(ends, new Uint32Array(ends.length * 2));
      places = new Uint32Array(ends.length - 1);
    }
    bytes.set(length, start);
    bytes.set(utf8, start + length.length);
    ends[number + 1] = end;
    known.set(text, number);
    texts.push(text);
    return number;
  }

  function copyTo(out: Uint8Array, wanted: Uint32Array, count: number): void {
    let at = 0;
    for (let i = 0; i < count; i++) {
      const text = wanted[i] ?? 0;
      const end = ends[text + 1] ?? 0;
      // Most are a few bytes, for which this is quicker than a view of them.
      for (let from = ends[text] ?? 0; from < end; from++) out[at++] = bytes[from] ?? 0;
    }
  }

  return {
    text: (number) => texts[number] ?? "",
    numberOf: (text) => known.get(text) ?? add(text),
    column(numbers, rows) {
      const placeOf = new Uint32Array(numbers.length);
      const wanted = new Uint32Array(numbers.length);
      let [count, length] = [0, 0];
      for (let i = 0; i < numbers.length; i++) {
        const text = numbers[i] ?? 0;
        if (places[text] === 0) {
          wanted[count++] = text;
          places[text] = count;
          length += (ends[text + 1] ?? 0) - (ends[text] ?? 0);
        }
        placeOf[i] = (places[text] ?? 0) - 1;
      }
      for (let i = 0; i < count; i++) places[wanted[i] ?? 0] = 0;
      const values = new Uint8Array(length);
      copyTo(values, wanted, count);
      return dictionaryColumn("String", { values, count, placeOf }, rows);
    },
  };
}

function copied<T extends Uint8Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
