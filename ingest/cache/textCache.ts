import { dictionaryColumn, lengthened, varUint, type NativeColumn } from "../native/columns.ts";

/** What is derived from an item: a text for each name, and numbers of 32 bits. */
export interface Attributes<N extends string> {
  readonly texts: Readonly<Record<N, string>>;
  readonly words: ArrayLike<number>;
}

/** The attributes of the items that one batch's rows point to. */
export interface BatchAttributes<N extends string> {
  /** Row `i` is about item `rows[i]` of those that `texts` and `words` describe. */
  readonly rows: Uint32Array;
  texts(name: N): string[];
  /** One item's behind the other's. */
  words(): Uint32Array;
  /** A LowCardinality(String) of each name but some. */
  columns(...except: readonly N[]): Readonly<Record<string, NativeColumn>>;
}

/** The items that rows point to, without those that none does, and the rows renumbered to match. */
interface Used {
  /** Numbers of the items in use, in the order of their first row. */
  readonly items: Uint32Array;
  readonly rows: Uint32Array;
}

/** The attributes of items that repeat from batch to batch. Items are numbered from 0 on. */
export function createAttributeStore<N extends string>(names: readonly N[], wordsPerItem: number) {
  let size = 0;
  let words = new Uint32Array(256 * wordsPerItem);
  const known = new Map(
    names.map((name) => [name, { dictionary: createTextDictionary(), texts: new Uint32Array(256) }]),
  );

  function textsOf(name: N, items: Uint32Array) {
    const column = known.get(name);
    if (!column) throw new RangeError(`nothing is known of ${name}`);
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
    /** Returns the new item's number. */
    add(attributes: Attributes<N>): number {
      for (const [name, column] of known) {
        if (size === column.texts.length) column.texts = lengthened(column.texts, size * 2);
        column.texts[size] = column.dictionary.numberOf(attributes.texts[name]);
      }
      if (size * wordsPerItem === words.length) words = lengthened(words, words.length * 2);
      words.set(attributes.words, size * wordsPerItem);
      return size++;
    },
    /** Row `i` is about the item `rows[i]`. */
    find: (rows: Uint32Array): BatchAttributes<N> => select(usedBy(rows, size)),
    select,
  };
}

/** The attributes of texts, such as user agents: derived once for each, and kept across batches. */
export interface TextCache<N extends string> {
  /** Row `i` has the text `texts[rows[i]]`. */
  find(texts: readonly string[], rows: Uint32Array): BatchAttributes<N>;
}

/**
 * `derive` gives the same names for every text: they are those of the columns. Visitors choose the texts: when there are
 * more than `max`, the cache is cleared.
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

/** An item's number among the used ones, plus one; zeros between two calls. */
let usedNumbers = new Uint32Array(1024);

/** `count` is how many items there are: every row is below it. */
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
 * Texts that repeat from block to block, each once and with the bytes that the Native format has for it. Numbers go
 * from 0 on, in the order in which texts came.
 */
export interface TextDictionary {
  numberOf(text: string): number;
  text(number: number): string;
  /** A LowCardinality(String) whose row `i` is the text `numbers[rows[i]]`. */
  column(numbers: Uint32Array, rows: Uint32Array): NativeColumn;
}

/** In bytes: user agents are longer, most other texts shorter. */
const longText = 48;

export function createTextDictionary(): TextDictionary {
  const known = new Map<string, number>();
  const texts: string[] = [];
  let bytes = new Uint8Array(4096);
  /** Text `i` ends at `ends[i + 1]`, where the next one starts. */
  let ends = new Uint32Array(256);
  /** A text's index in the dictionary that is being made, plus one; 0 where it has none yet, and between two of them. */
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
        // For a few bytes this is quicker than a view of them.
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
