/** Accents, which decomposed letters have behind them. Vowel signs and other marks that make another letter are none. */
const accents = /[\u0300-\u036f]/g;

/** Letters in lower case that Unicode doesn't decompose, as they are searched for. */
export const plainLetters: readonly (readonly [letter: string, plain: string])[] = [
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["þ", "th"],
  ["ø", "o"],
  ["đ", "d"],
  ["ð", "d"],
  ["ł", "l"],
  ["ħ", "h"],
  ["ŧ", "t"],
  ["ı", "i"],
  ["ς", "σ"],
];

const notAscii = /[^\0-\x7f]/;
const undecomposed = new RegExp(plainLetters.map(([letter]) => letter).join("|"), "g");
const plainOf = new Map(plainLetters);

/**
 * A text without case, accents and compatibility forms: two texts that people take for the same are equal. Postgres has the same function,
 * `folded(text)`; `foldedSql` writes it for ClickHouse.
 */
export function folded(text: string): string {
  if (!notAscii.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replaceAll(accents, "")
    .toLowerCase()
    .replaceAll(undecomposed, (letter) => plainOf.get(letter) ?? letter)
    .normalize("NFC");
}
