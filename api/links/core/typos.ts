import { folded } from "@hoplog/schema/folded.js";

/** The words of a text: what stands between signs that are neither letters nor digits, folded, each once. */
export function wordsOf(text: string): string[] {
  return [...new Set(folded(text).match(/[\p{L}\p{N}]+/gu))];
}

/** Shorter words are like too many. */
const forgivenFrom = 4;
/** Letters that are typed one after the other may be two apart in a long word. */
const twiceFrom = 8;
/** A beginning is what people have typed so far. */
const beginningFrom = 5;
/** Of words that are equally near, so many are looked for. */
const mostVariants = 5;

/** Whether somebody may have meant another word: codes and numbers are meant as they are. */
export function mayBeMistyped(word: string): boolean {
  return [...word].length >= forgivenFrom && !/\p{N}/u.test(word);
}

/**
 * Of these words those that are spelled most nearly like another: with one letter missing, added, wrong or in the other order, or
 * that begin so; in long words also with two. The ones that come first are preferred.
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

/** The word with two neighbours in the other order, for every two but the first. */
export function swapped(word: string): string[] {
  const letters = [...word];
  const words = letters.slice(2).map((letter, i) => {
    return [...letters.slice(0, i + 1), letter, letters[i + 1], ...letters.slice(i + 3)].join("");
  });
  return [...new Set(words)].filter((other) => other !== word);
}

/** How many letters are missing, added, wrong, or in the other order than their neighbour; 3 for more than two. */
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
