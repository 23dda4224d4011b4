import { lengthened } from "../native/bytes.ts";
import type { NativeColumn } from "../native/columns.ts";
import { createLexicon } from "../native/lexicon.ts";
import type { Used } from "./used.ts";

/** What has been found out about an item: a text for each column, and numbers of 32 bits. */
export interface Finding<C extends string> {
  readonly texts: Readonly<Record<C, string>>;
  readonly words: ArrayLike<number>;
}

/** What has been found out about items that repeat from batch to batch. Their numbers go from 0 on. */
export interface KnownItems<C extends string> {
  size(): number;
  /** Returns the new item's number. */
  add(finding: Finding<C>): number;
  /** The words of the items in use, one item's behind the other's. */
  words(used: Used): Uint32Array;
  /** For each item in use. */
  texts(name: C, used: Used): string[];
  column(name: C, used: Used): NativeColumn;
}

export function createKnownItems<C extends string>(columns: readonly C[], wordsAnItem: number): KnownItems<C> {
  let size = 0;
  let words = new Uint32Array(256 * wordsAnItem);
  const known = new Map(columns.map((name) => [name, { lexicon: createLexicon(), texts: new Uint32Array(256) }]));

  const columnOf = (name: C, { items }: Used) => {
    const column = known.get(name);
    if (!column) throw new RangeError(`nothing is known of ${name}`);
    const { lexicon, texts } = column;
    return { lexicon, texts: items.map((item) => texts[item] ?? 0) };
  };

  return {
    size: () => size,
    add(finding) {
      for (const [name, column] of known) {
        if (size === column.texts.length) column.texts = lengthened(column.texts, size * 2);
        column.texts[size] = column.lexicon.numberOf(finding.texts[name]);
      }
      if (size * wordsAnItem === words.length) words = lengthened(words, words.length * 2);
      words.set(finding.words, size * wordsAnItem);
      return size++;
    },
    words({ items }) {
      const out = new Uint32Array(items.length * wordsAnItem);
      for (let i = 0; i < items.length; i++) {
        const from = (items[i] ?? 0) * wordsAnItem;
        for (let word = 0; word < wordsAnItem; word++) out[i * wordsAnItem + word] = words[from + word] ?? 0;
      }
      return out;
    },
    texts(name, used) {
      const { lexicon, texts } = columnOf(name, used);
      return Array.from(texts, (text) => lexicon.text(text));
    },
    column(name, used) {
      const { lexicon, texts } = columnOf(name, used);
      return lexicon.column(texts, used.rows);
    },
  };
}
