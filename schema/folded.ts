/**
 * Combining accents, which follow decomposed letters. Vowel signs and other marks that form a different letter are not
 * included.
 */
const accents = /[\u0300-\u036f]/g;

/** Lower-case letters that Unicode doesn't decompose, with their form for searching. */
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
 * Normalises case, accents and compatibility forms, so that equivalent spellings compare equal. Postgres has the same
 * function, `folded(text)`; `foldedSql` generates it for ClickHouse.
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
