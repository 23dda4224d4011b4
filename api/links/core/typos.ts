import { folded } from "@hoplog/schema/folded.js";

/** Returns the words of a text: folded runs of letters and digits, deduplicated. */
export function wordsOf(text: string): string[] {
  return [...new Set(folded(text).match(/[\p{L}\p{N}]+/gu))];
}

/** Minimum length of corrected words, because shorter ones are similar to too many others. */
const forgivenFrom = 4;
/** Minimum length of words with up to two typos. */
const twiceFrom = 8;
/** Minimum length of prefixes, which match while users are still typing. */
const beginningFrom = 5;
/** Maximum number of equally similar words to search for. */
const mostVariants = 5;

/** Whether a word may be mistyped. Codes and numbers are searched verbatim. */
export function mayBeMistyped(word: string): boolean {
  return [...word].length >= forgivenFrom && !/\p{N}/u.test(word);
}

/**
 * Returns the known words, or prefixes of them, that are most similar to a word: with one letter missing, added, wrong
 * or transposed; for long words also with two typos. Among equally similar words, earlier ones in `known` are
 * preferred.
 */
export function nearestWords(word: string, known: Iterable<string>): string[] {
  const ranks: [whole: string[], beginning: string[], twice: string[]] = [[], [], []];
  const length = word.length;
  for (const other of known) {
    if (other.length < length - 2) continue;
    if (other.length <= length + 2) {
      const far = typosBetween(word, other);
      if (far <= 1) ranks[0].push(other);
      else if (far === 2 && length >= twiceFrom) ranks[2].push(other);
    }
    if (length >= beginningFrom && other.length > length) {
      const beginning = [length - 1, length, length + 1]
        .map((to) => other.slice(0, to))
        .find((part) => typosBetween(word, part) <= 1);
      if (beginning !== undefined) ranks[1].push(beginning);
    }
  }
  return [...new Set(ranks.find((found) => found.length > 0))].slice(0, mostVariants);
}

/** Returns the word with each pair of adjacent letters transposed, except the first pair. */
export function swapped(word: string): string[] {
  const letters = [...word];
  const words = letters.slice(2).map((letter, i) => {
    return [...letters.slice(0, i + 1), letter, letters[i + 1], ...letters.slice(i + 3)].join("");
  });
  return [...new Set(words)].filter((other) => other !== word);
}

/** Returns how many letters are missing, added, wrong or transposed with their neighbour; 3 for more than two. */
export function typosBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          at(last, j) + 1,
          at(row, j - 1) + 1,
          at(last, j - 1) + (isSame ? 0 : 1),
          isSwapped ? at(before, j - 2) + 1 : 3,
        ),
      );
    }
    if (Math.min(...row) > 2) return 3;
    [before, last] = [last, row];
  }
  return Math.min(at(last, other.length), 3);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? 3;
}
