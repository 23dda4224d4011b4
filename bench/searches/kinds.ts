import type pg from "pg";
import { words } from "./seed.ts";

/** Searches of one kind, each with a different text. */
export interface SearchKind {
  readonly name: string;
  /** Target for the 99th percentile, from the issue that requested search. */
  readonly aimMs: 50 | 300;
  readonly isTypo?: boolean;
  readonly text: (n: number) => string;
}

const sampledLinks = 500;

/** Returns kinds of typical searches, based on the account's links. */
export async function searchKinds(client: pg.Client, ownerId: string, links: number): Promise<SearchKind[]> {
  const { rows } = await client.query<{ name: string; code: string; url: string; note: string | null }>(
    `SELECT name, code, original_url AS url, note FROM link WHERE owner_id = $1 ORDER BY md5(code) LIMIT $2`,
    [ownerId, sampledLinks],
  );
  const noted = await client.query<{ note: string }>(
    "SELECT note FROM link WHERE owner_id = $1 AND note IS NOT NULL ORDER BY md5(code) LIMIT $2",
    [ownerId, sampledLinks],
  );
  const some = (n: number) => rows[n % rows.length] ?? { name: "", code: "", url: "" };
  const note = (n: number) => noted.rows[n % noted.rows.length]?.note ?? "";
  const of = (list: readonly string[], n: number) => list[n % list.length] ?? "";
  const { firsts, seconds, rares, noted: noteWords } = words;
  const beginning = (n: number) => `${of(firsts, n)} ${of(seconds, Math.floor(n / firsts.length))}`;
  const numbers = Math.floor(links / (firsts.length * seconds.length));
  const spread = (n: number, max: number) => (n * 7919) % Math.max(1, max);
  return [
    { name: "a code", aimMs: 50, text: (n) => some(n).code },
    { name: "its first 7 characters", aimMs: 50, text: (n) => some(n).code.slice(0, 7) },
    { name: "a whole name", aimMs: 50, text: (n) => some(n).name },
    { name: "a whole URL", aimMs: 50, text: (n) => some(n).url },
    { name: "the end of a URL", aimMs: 50, text: (n) => some(n).url.slice(-20) },
    { name: "a host and path", aimMs: 50, text: (n) => some(n).url.slice("https://".length, -30) },
    { name: `how ${numbers} names begin`, aimMs: 50, text: beginning },
    { name: "how some 1,000 begin", aimMs: 50, text: (n) => `${beginning(n)} ${1 + (n % 9)}` },
    { name: "how some 100 begin", aimMs: 50, text: (n) => `${beginning(n)} ${10 + spread(n, 90)}` },
    { name: "how some 10 begin", aimMs: 50, text: (n) => `${beginning(n)} ${100 + spread(n, 900)}` },
    { name: "a frequent word", aimMs: 50, text: (n) => of([...firsts, ...seconds], n) },
    { name: "how it begins", aimMs: 50, text: (n) => of([...firsts, ...seconds], n).slice(0, 3 + (n % 3)) },
    { name: "a rare word", aimMs: 50, text: (n) => of(rares, n) },
    { name: "two letters", aimMs: 50, text: (n) => of([...firsts, ...seconds], n).slice(n % 3, 2 + (n % 3)) },
    { name: "a word of many notes", aimMs: 50, text: (n) => of(noteWords, n) },
    { name: "a number in one note", aimMs: 50, text: (n) => note(n).slice(-8) },
    { name: "two words in the other order", aimMs: 300, text: (n) => beginning(n).split(" ").toReversed().join(" ") },
    { name: "what nothing holds", aimMs: 300, text: (n) => `xq${spread(n, 1_000_000).toString(36)}zj` },
    { name: "a frequent word, a letter left out", aimMs: 300, isTypo: true, text: (n) => without(of(seconds, n), n) },
    { name: "a rare word, a letter left out", aimMs: 300, isTypo: true, text: (n) => without(of(rares, n), n) },
    { name: "a rare word, two letters swapped", aimMs: 300, isTypo: true, text: (n) => swapped(of(rares, n), n) },
    {
      name: "two words, each with a typo",
      aimMs: 300,
      isTypo: true,
      text: (n) => `${without(of(firsts, n), n)} ${swapped(of(seconds, n), n)}`,
    },
    {
      name: "two in the other order, one typo",
      aimMs: 300,
      isTypo: true,
      text: (n) => `${without(of(seconds, n), n)} ${of(firsts, n)}`,
    },
  ];
}

/** Returns the word without one of its inner letters. */
function without(word: string, n: number): string {
  const at = inner(word, n);
  return word.slice(0, at) + word.slice(at + 1);
}

/** Swaps two neighbouring inner letters. */
function swapped(word: string, n: number): string {
  const at = inner(word, n);
  return (
    word.slice(0, at) +
    word
      .slice(at, at + 2)
      .split("")
      .toReversed()
      .join("") +
    word.slice(at + 2)
  );
}

function inner(word: string, n: number): number {
  return 2 + (n % (word.length - 4));
}
