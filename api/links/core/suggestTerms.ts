import { join, raw, sql } from "@hoplog/platform/postgres/sql.js";
import { folded } from "@hoplog/schema/folded.js";
import { readRowsOnce, readRowsWithin, type Reads } from "../../kernel/database/reads.ts";
import { holding, similarTo } from "./filter.ts";
import { tagsOfWorkspace } from "./tagsOfLink.ts";
import { mayBeMistyped, nearestWords, swapped, wordsOf } from "./typos.ts";

/** Number of newest links whose words are read, because they contain the common words. */
const newestRowsMax = 2000;
/** Searches with more words are not corrected. */
const wordsMax = 6;
/** Time limit for finding spellings (ms), after which the search returns what it found. */
const spellingMs = 200;
/** Time limit for checking whether a word occurs (ms). */
const occurrenceMs = 60;
/** Number of rows that are searched for similar words. */
const similarRowsMax = 200;
/**
 * Makes Postgres use the trigram indexes: it overestimates the frequency of most words, and would otherwise scan all
 * links.
 */
const byTrigrams = { enable_seqscan: 0, enable_indexscan: 0 };
/** Similarity thresholds of pg_trgm, tried from the strictest: it matches the fewest texts. */
const similarities = [0.6, 0.5, 0.4];

export interface SuggestedTerms {
  /** Words that must all occur, each in any of its listed spellings. */
  readonly meant: readonly (readonly string[])[];
  /** Tags with matching names. */
  readonly searchedTags: readonly string[];
}

/**
 * Returns the presumed meaning of a text that no link of the workspace contains: its words in any order, with words
 * that occur nowhere replaced by similar ones. Null if there is none.
 */
export async function suggestTerms(services: Reads, ownerId: string, text: string): Promise<SuggestedTerms | null> {
  const words = wordsOf(text);
  if (words.length === 0 || words.length > wordsMax || !words.some(mayBeMistyped)) return null;
  const [newest, tags] = await Promise.all([newestWords(services, ownerId), tagsOfWorkspace(services, ownerId)]);
  const known = [...new Set([...tags.flatMap(({ key }) => wordsOf(key)), ...newest])];
  const until = performance.now() + spellingMs;
  const meant = await Promise.all(
    words.map(async (word) => {
      if (!mayBeMistyped(word) || known.some((one) => one.startsWith(word))) return [word];
      // A single word was already searched for.
      const isOccurring =
        words.length > 1 && (await occurringWords(services, ownerId, [word], occurrenceMs)).length > 0;
      return isOccurring ? [word] : spellingsOf(services, ownerId, word, known, until);
    }),
  );
  if (meant.some((spellings) => spellings.length === 0)) return null;
  const [only] = meant;
  if (meant.length > 1) return { meant, searchedTags: [] };
  const called = tags.filter(({ key }) => only?.some((spelling) => folded(key).includes(spelling)));
  return { meant, searchedTags: called.map(({ id }) => id) };
}

/** Returns likely spellings of a mistyped word; empty if none is similar. */
async function spellingsOf(
  services: Reads,
  ownerId: string,
  word: string,
  known: readonly string[],
  until: number,
): Promise<readonly string[]> {
  const left = () => until - performance.now();
  const near = nearestWords(word, known);
  if (near.length > 0) return near;
  const inOtherOrder = await occurringWords(services, ownerId, swapped(word), left());
  if (inOtherOrder.length > 0) return inOtherOrder;
  for (const similarity of (await canCompare(services)) ? similarities : []) {
    const found = nearestWords(word, await similarWords(services, ownerId, word, similarity, left()));
    if (found.length > 0) return found;
  }
  return [];
}

interface Texts {
  readonly name: string;
  readonly url: string;
  readonly note: string | null;
  readonly others: string | null;
}

const texts = raw("name, original_url AS url, note, other_urls AS others");

function wordsIn(rows: readonly Texts[]): string[] {
  return wordsOf(
    rows.map(({ name, url, note, others }) => `${name}\n${url}\n${note ?? ""}\n${others ?? ""}`).join("\n"),
  );
}

async function newestWords({ reads }: Reads, ownerId: string): Promise<string[]> {
  return wordsIn(
    await readRowsOnce<Texts>(
      reads,
      sql`SELECT ${texts} FROM link WHERE owner_id = ${ownerId} ORDER BY created_at DESC, id DESC LIMIT ${newestRowsMax}`,
    ),
  );
}

/**
 * Returns the words that occur at the start of a word in some link. The middle of a word is ignored, because a random
 * code may contain anything.
 */
async function occurringWords(
  { reads }: Reads,
  ownerId: string,
  words: readonly string[],
  ms: number,
): Promise<string[]> {
  if (ms <= 0 || words.length === 0) return [];
  const each = words.map(
    (word) => sql`(SELECT ${word}::text AS word FROM link WHERE owner_id = ${ownerId} AND ${holding(word)}
      AND folded(concat_ws(E'\\n', name, original_url, note, other_urls)) ~ ${`\\m${word}`} LIMIT 1)`,
  );
  const found = await readRowsWithin<{ word: string }>(reads, ms, join(each, " UNION ALL "), byTrigrams);
  return (found ?? []).map(({ word }) => word);
}

/** Returns the words of texts that contain a similar word. */
async function similarWords(
  { reads }: Reads,
  ownerId: string,
  word: string,
  similarity: number,
  ms: number,
): Promise<string[]> {
  if (ms <= 0) return [];
  const alike = sql`SELECT ${texts} FROM link WHERE owner_id = ${ownerId} AND ${similarTo(word)} LIMIT ${similarRowsMax}`;
  const settings = { ...byTrigrams, "pg_trgm.word_similarity_threshold": similarity };
  return wordsIn((await readRowsWithin<Texts>(reads, ms, alike, settings)) ?? []);
}

async function canCompare({ reads }: Reads): Promise<boolean> {
  return (await readRowsOnce(reads, sql`SELECT FROM pg_extension WHERE extname = 'pg_trgm'`)).length > 0;
}
