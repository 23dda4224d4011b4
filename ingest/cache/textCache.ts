import { dictionaryColumn, lengthened, varUint, type NativeColumn } from "../native/columns.ts";

/** Attributes derived from an item: a text per name, and 32-bit numbers. */
export interface Attributes<N extends string> {
  readonly texts: Readonly<Record<N, string>>;
  readonly words: ArrayLike<number>;
}

/** The attributes of the items that one batch's rows point to. */
export interface BatchAttributes<N extends string> {
  /** Row `i` refers to item `rows[i]` of the items that `texts` and `words` describe. */
  readonly rows: Uint32Array;
  texts(name: N): string[];
  /** Returns the numbers of all items, concatenated as 32-bit words. */
  words(): Uint32Array;
  /** Returns a LowCardinality(String) column per name, except the given ones. */
  columns(...except: readonly N[]): Readonly<Record<string, NativeColumn>>;
}

/** The items that at least one row refers to, with the rows renumbered accordingly. */
interface Used {
  /** Numbers of the used items, in the order of their first row. */
  readonly items: Uint32Array;
  readonly rows: Uint32Array;
}

/** Stores attributes of items that repeat across batches. Items are numbered from 0. */
export function createAttributeStore<N extends string>(names: readonly N[], wordsPerItem: number) {
  let size = 0;
  let words = new Uint32Array(256 * wordsPerItem);
  const known = new Map(
    names.map((name) => [name, { dictionary: createTextDictionary(), texts: new Uint32Array(256) }]),
  );

  function textsOf(name: N, items: Uint32Array) {
    const column = known.get(name);
    if (!column) throw new RangeError(`unknown column ${name}`);
    const { dictionary, texts } = column;
    return { dictionary, texts: items.map((item) => texts[item] ?? 0) };
  }

  function select({ items, rows }: Used): BatchAttributes<N> {
    return {
      rows,
      texts(name) {
        const { dictionary, texts } = textsOf(name, items);
        return Array.from(texts, (text) => dictionary.text(text));
      },
      words() {
        const out = new Uint32Array(items.length * wordsPerItem);
        for (let i = 0; i < items.length; i++) {
          const from = (items[i] ?? 0) * wordsPerItem;
          for (let word = 0; word < wordsPerItem; word++) out[i * wordsPerItem + word] = words[from + word] ?? 0;
        }
        return out;
      },
      columns(...except) {
        const column = (name: N): NativeColumn => {
          const { dictionary, texts } = textsOf(name, items);
          return dictionary.column(texts, rows);
        };
        const wanted = names.filter((name) => !except.includes(name));
        return Object.fromEntries(wanted.map((name) => [name, column(name)]));
      },
    };
  }

  return {
    size: () => size,
    /** Adds an item and returns its number. */
    add(attributes: Attributes<N>): number {
      for (const [name, column] of known) {
        if (size === column.texts.length) column.texts = lengthened(column.texts, size * 2);
        column.texts[size] = column.dictionary.numberOf(attributes.texts[name]);
      }
      if (size * wordsPerItem === words.length) words = lengthened(words, words.length * 2);
      words.set(attributes.words, size * wordsPerItem);
      return size++;
    },
    /** Returns the attributes of items; row `i` refers to the item `rows[i]`. */
    find: (rows: Uint32Array): BatchAttributes<N> => select(usedBy(rows, size)),
    select,
  };
}

/** Caches attributes of texts, such as user agents, across batches, to avoid deriving them again. */
export interface TextCache<N extends string> {
  /** Returns the attributes of texts; row `i` has the text `texts[rows[i]]`. */
  find(texts: readonly string[], rows: Uint32Array): BatchAttributes<N>;
}

/**
 * Creates a cache. `derive` must return the same names for every text, which become the columns. Visitors control the
 * texts, so the cache is cleared when it has more than `max`.
 */
export function createTextCache<N extends string>(max: number, derive: (text: string) => Attributes<N>): TextCache<N> {
  const empty = derive("");
  const names = namesOf(empty.texts);
  const fresh = () => ({
    store: createAttributeStore(names, empty.words.length),
    numbers: new Map<string, number>(),
  });
  let cache = fresh();
  return {
    find(texts, textRows) {
      if (cache.store.size() > max) cache = fresh();
      const { store, numbers } = cache;
      const { items, rows } = usedBy(textRows, texts.length);
      const numbered = items.map((item) => {
        const text = texts[item] ?? "";
        let number = numbers.get(text);
        if (number === undefined) {
          number = store.add(derive(text));
          numbers.set(text, number);
        }
        return number;
      });
      return store.select({ items: numbered, rows });
    },
  };
}

function namesOf<N extends string>(texts: Readonly<Record<N, string>>): N[] {
  const names: N[] = [];
  for (const name in texts) names.push(name);
  return names;
}

/** Maps an item to its number among the used ones, plus one; all zeros between two calls. */
let usedNumbers = new Uint32Array(1024);

/** Finds the used items; `count` is the number of items, which every row is below. */
function usedBy(rows: Uint32Array, count: number): Used {
  if (count > usedNumbers.length) usedNumbers = new Uint32Array(count * 2);
  const items = new Uint32Array(Math.min(count, rows.length));
  const out = new Uint32Array(rows.length);
  let used = 0;
  for (let i = 0; i < rows.length; i++) {
    const item = rows[i] ?? 0;
    let number = usedNumbers[item] ?? 0;
    if (number === 0) {
      items[used++] = item;
      number = usedNumbers[item] = used;
    }
    out[i] = number - 1;
  }
  for (let i = 0; i < used; i++) usedNumbers[items[i] ?? 0] = 0;
  return { items: items.subarray(0, used), rows: out };
}

/**
 * Stores texts that repeat across blocks, once each, as encoded in the Native format. Texts are numbered from 0 in the
 * order of first occurrence.
 */
export interface TextDictionary {
  numberOf(text: string): number;
  text(number: number): string;
  /** Returns a LowCardinality(String) column whose row `i` is the text `numbers[rows[i]]`. */
  column(numbers: Uint32Array, rows: Uint32Array): NativeColumn;
}

/** Length in bytes above which a text is copied as a view: user agents are longer, most other texts shorter. */
const longText = 48;

export function createTextDictionary(): TextDictionary {
  const known = new Map<string, number>();
  const texts: string[] = [];
  let bytes = new Uint8Array(4096);
  /** Text `i` ends at `ends[i + 1]`, where the next one starts. */
  let ends = new Uint32Array(256);
  /** A text's index in the dictionary being built, plus one; 0 if it has none yet. All zeros between two calls. */
  let indexOfText = new Uint32Array(255);

  function add(text: string): number {
    const number = known.size;
    const utf8 = Buffer.from(text, "utf8");
    const length = varUint(utf8.length);
    const start = ends[number] ?? 0;
    const end = start + length.length + utf8.length;
    if (end > bytes.length) bytes = copied(bytes, new Uint8Array(Math.max(bytes.length * 2, end)));
    if (number + 1 === ends.length) {
      ends = copied(ends, new Uint32Array(ends.length * 2));
      indexOfText = new Uint32Array(ends.length - 1);
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
      let from = ends[text] ?? 0;
      if (end - from > longText) {
        out.set(bytes.subarray(from, end), at);
        at += end - from;
      } else {
        // A loop, because for a few bytes it is faster than creating a view.
        for (; from < end; from++) out[at++] = bytes[from] ?? 0;
      }
    }
  }

  return {
    text: (number) => texts[number] ?? "",
    numberOf: (text) => known.get(text) ?? add(text),
    column(numbers, rows) {
      const dictionaryIndex = new Uint32Array(numbers.length);
      const wanted = new Uint32Array(numbers.length);
      let [count, length] = [0, 0];
      for (let i = 0; i < numbers.length; i++) {
        const text = numbers[i] ?? 0;
        if (indexOfText[text] === 0) {
          wanted[count++] = text;
          indexOfText[text] = count;
          length += (ends[text + 1] ?? 0) - (ends[text] ?? 0);
        }
        dictionaryIndex[i] = (indexOfText[text] ?? 0) - 1;
      }
      for (let i = 0; i < count; i++) indexOfText[wanted[i] ?? 0] = 0;
      const values = new Uint8Array(length);
      copyTo(values, wanted, count);
      return dictionaryColumn("String", { values, count, dictionaryIndex }, rows);
    },
  };
}

function copied<T extends Uint8Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
