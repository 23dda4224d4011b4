import { createKnownItems, type Finding, type KnownItems } from "./knownItems.ts";
import { usedBy, type Used } from "./used.ts";

/** Those of the known items that one batch's rows point to. */
export interface Found<C extends string> {
  readonly known: KnownItems<C>;
  readonly used: Used;
}

/** What texts tell, such as user agents: found out once for each, and remembered across batches. */
export interface KnownTexts<C extends string> {
  /** Row `i` has the text `texts[rows[i]]`. */
  find(texts: readonly string[], rows: Uint32Array): Found<C>;
}

/** Visitors choose the texts: when more than `most` are known, all are forgotten. */
export function createKnownTexts<C extends string>(
  settings: { readonly columns: readonly C[]; readonly wordsAnItem: number; readonly most: number },
  findOut: (text: string) => Finding<C>,
): KnownTexts<C> {
  const fresh = () => createKnownItems(settings.columns, settings.wordsAnItem);
  let known = fresh();
  let numbers = new Map<string, number>();
  return {
    find(texts, textRows) {
      if (known.size() > settings.most) {
        known = fresh();
        numbers = new Map();
      }
      const { items, rows } = usedBy(textRows, texts.length);
      const numbered = items.map((item) => {
        const text = texts[item] ?? "";
        let number = numbers.get(text);
        if (number === undefined) {
          number = known.add(findOut(text));
          numbers.set(text, number);
        }
        return number;
      });
      return { known, used: { items: numbered, rows } };
    },
  };
}
