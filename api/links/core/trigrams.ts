/** A trigram of a text, as pg_trgm indexes it. */
export interface Trigram {
  /** Three characters; as in PostgreSQL, characters other than letters and digits are blanks. */
  readonly key: string;
  /** Range of the text, `to` exclusive. Postgres can use the trigram only for patterns that contain this range. */
  readonly from: number;
  readonly to: number;
}

const wordSign = /[\p{L}\p{N}]/u;

/**
 * Returns the trigrams of every text that contains this one, both folded. According to the documentation of pg_trgm,
 * words are padded with two blanks before and one after. If the text begins or ends within a word, the adjacent
 * characters are unknown, unless it `isWhole`.
 */
export function trigramsOf(signs: readonly string[], isWhole = false): Trigram[] {
  const found: Trigram[] = [];
  const add = (key: string, from: number, to: number) => found.push({ key, from: Math.max(from, 0), to });
  for (let start = 0; start < signs.length; start++) {
    if (!wordSign.test(signs[start] ?? "")) continue;
    let end = start + 1;
    while (end < signs.length && wordSign.test(signs[end] ?? "")) end++;
    const isBegun = start > 0 || isWhole;
    const isEnded = end < signs.length || isWhole;
    if (isBegun) add(`  ${signs[start]}`, start - 1, start + 1);
    if (isBegun && isEnded && end - start === 1) add(` ${signs[start]} `, start - 1, end + 1);
    if (isBegun && end - start >= 2) add(` ${signs.slice(start, start + 2).join("")}`, start - 1, start + 2);
    for (let i = start; i + 3 <= end; i++) add(signs.slice(i, i + 3).join(""), i, i + 3);
    if (isEnded && end - start >= 2) add(`${signs.slice(end - 2, end).join("")} `, end - 2, end + 1);
    start = end;
  }
  return found;
}

/** The indexes of the sampled texts that contain each trigram. */
export type TrigramTexts = ReadonlyMap<string, ReadonlySet<number>>;

/** A sample of links: their indexed texts, and their notes. */
export interface TrigramSample {
  readonly texts: TrigramTexts;
  readonly notes: TrigramTexts;
}

/**
 * Returns the number of sampled texts and notes that contain all ASCII trigrams of a text, an upper bound of those that
 * contain the text; Infinity for a text without such trigrams.
 */
export function linksLike(text: string, { texts, notes }: TrigramSample): number {
  const keys = trigramsOf([...text]).flatMap(({ key }) => (plain.test(key) ? [key] : []));
  return keys.length === 0 ? Infinity : holdingAll(keys, texts) + holdingAll(keys, notes);
}

function holdingAll(keys: readonly string[], sample: TrigramTexts): number {
  const [first = none, ...others] = keys.map((key) => sample.get(key) ?? none).toSorted((a, b) => a.size - b.size);
  return [...first].filter((text) => others.every((having) => having.has(text))).length;
}

const none: ReadonlySet<number> = new Set();

/** Number of trigrams to look up. Three leave few texts to compare; a fourth takes longer than it saves. */
const lookedUp = 3;

/** ASCII only: whether Postgres treats other characters as letters depends on its locale. */
const plain = /^[\x20-\x7e]+$/;

/**
 * Returns the parts of a text whose trigrams together are the rarest in a sample, in the order of the text, because an
 * index search checks each further trigram for every text that contains the rarest. Null for a text with few ASCII
 * trigrams.
 */
export function rarestParts(text: string, sample: TrigramTexts): string[] | null {
  const signs = [...text];
  const left = trigramsOf(signs).filter(({ key }) => plain.test(key));
  if (left.length <= lookedUp) return null;
  const chosen: Trigram[] = [];
  let among: ReadonlySet<number> | null = null;
  while (chosen.length < lookedUp) {
    const next = rarestOf(left, chosen, sample, among);
    if (!next) break;
    chosen.push(next.trigram);
    among = next.texts;
  }
  return joined(chosen).map(({ from, to }) => signs.slice(from, to).join(""));
}

/** Merges overlapping trigrams into parts, in the order of the text. */
function joined(trigrams: readonly Trigram[]): { from: number; to: number }[] {
  const parts: { from: number; to: number }[] = [];
  for (const { from, to } of trigrams.toSorted((a, b) => a.from - b.from)) {
    const last = parts.at(-1);
    if (last && from < last.to) last.to = Math.max(last.to, to);
    else parts.push({ from, to });
  }
  return parts;
}

/**
 * Returns the trigram that is rarest in combination with the chosen ones. Among equally rare ones, returns the one that
 * the chosen ones imply least: for example, ` 96` implies ` 9`.
 */
function rarestOf(
  trigrams: readonly Trigram[],
  chosen: readonly Trigram[],
  sample: TrigramTexts,
  among: ReadonlySet<number> | null,
): { trigram: Trigram; texts: ReadonlySet<number> } | null {
  const before = chosen.map(({ key }) => sample.get(key) ?? none);
  let rarest: { trigram: Trigram; texts: ReadonlySet<number>; rank: readonly number[] } | null = null;
  for (const trigram of trigrams) {
    if (chosen.includes(trigram)) continue;
    const having = sample.get(trigram.key) ?? none;
    const texts = among === null ? having : commonTo(having, among);
    const implied = Math.max(0, ...before.map((texts) => commonTo(having, texts).size / Math.max(1, texts.size)));
    const rank = [texts.size, implied, having.size];
    if (rarest === null || comesBefore(rank, rarest.rank)) rarest = { trigram, texts, rank };
  }
  return rarest;
}

function commonTo(one: ReadonlySet<number>, other: ReadonlySet<number>): ReadonlySet<number> {
  return new Set([...one].filter((text) => other.has(text)));
}

function comesBefore(one: readonly number[], other: readonly number[]): boolean {
  const differing = one.findIndex((value, i) => value !== other[i]);
  return differing >= 0 && (one[differing] ?? 0) < (other[differing] ?? 0);
}
