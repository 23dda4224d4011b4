import { join, raw, sql } from "@hoplog/platform/postgres/sql.js";
import { folded } from "@hoplog/schema/folded.js";
import { readRowsOnce, readRowsWithin, type Reads } from "../../kernel/database/reads.ts";
import { holding, spelledAlike } from "./filter.ts";
import { tagsOfWorkspace } from "./tagsOfLink.ts";
import { mayBeMistyped, nearestWords, swapped, wordsOf } from "./typos.ts";

/** What is written in most links stands in the newest ones. */
const newestRead = 2000;
/** More words are no slip of the fingers. */
const wordsMax = 6;
/** After so long a search ends with what was found. */
const forgivingMs = 200;
/** Whether a word stands somewhere is looked at for so long. */
const heldMs = 60;
/** Rows in which words are looked for that are spelled alike. */
const alikeRead = 200;
/** Postgres takes most words for more frequent than they are, and then reads all links. */
const byTrigrams = { enable_seqscan: 0, enable_indexscan: 0 };
/** How alike texts are in pg_trgm's measure: the few that are very much so come first. */
const likenesses = [0.6, 0.5, 0.4];

export interface Meant {
  /** All of them are held, each in one of its spellings. */
  readonly meant: readonly (readonly string[])[];
  /** Tags that are called so. */
  readonly searchedTags: readonly string[];
}

/**
 * What a text that no link of the workspace holds seems to mean: its words in any order, those that are nowhere replaced by words that are
 * spelled nearly so. Null where nothing is.
 */
export async function whatIsMeant(services: Reads, ownerId: string, text: string): Promise<Meant | null> {
  const words = wordsOf(text);
  if (words.length === 0 || words.length > wordsMax || !words.some(mayBeMistyped)) return null;
  const [newest, tags] = await Promise.all([newestWords(services, ownerId), tagsOfWorkspace(services, ownerId)]);
  const known = [...new Set([...tags.flatMap(({ key }) => wordsOf(key)), ...newest])];
  const until = performance.now() + forgivingMs;
  const meant = await Promise.all(
    words.map(async (word) => {
      if (!mayBeMistyped(word) || known.some((one) => one.startsWith(word))) return [word];
      // Alone it was searched for.
      const isHeld = words.length > 1 && (await held(services, ownerId, [word], heldMs)).length > 0;
      return isHeld ? [word] : spellingsOf(services, ownerId, word, known, until);
    }),
  );
  if (meant.some((spellings) => spellings.length === 0)) return null;
  const [only] = meant;
  if (meant.length > 1) return { meant, searchedTags: [] };
  const called = tags.filter(({ key }) => only?.some((spelling) => folded(key).includes(spelling)));
  return { meant, searchedTags: called.map(({ id }) => id) };
}

/** What the word is a slip of; none where nothing is like it. */
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
  const inOtherOrder = await held(services, ownerId, swapped(word), left());
  if (inOtherOrder.length > 0) return inOtherOrder;
  for (const likeness of (await canCompare(services)) ? likenesses : []) {
    const found = nearestWords(word, await wordsAlike(services, ownerId, word, likeness, left()));
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
      sql`SELECT ${texts} FROM link WHERE owner_id = ${ownerId} ORDER BY created_at DESC, id DESC LIMIT ${newestRead}`,
    ),
  );
}

/** Those of the words with which a word of a link begins: in the middle of a random code there may be anything. */
async function held({ reads }: Reads, ownerId: string, words: readonly string[], ms: number): Promise<string[]> {
  if (ms <= 0 || words.length === 0) return [];
  const each = words.map(
    (word) => sql`(SELECT ${word}::text AS word FROM link WHERE owner_id = ${ownerId} AND ${holding(word)}
      AND folded(concat_ws(E'\\n', name, original_url, note, other_urls)) ~ ${`\\m${word}`} LIMIT 1)`,
  );
  const found = await readRowsWithin<{ word: string }>(reads, ms, join(each, " UNION ALL "), byTrigrams);
  return (found ?? []).map(({ word }) => word);
}

/** Words of texts some words of which are spelled alike. */
async function wordsAlike(
  { reads }: Reads,
  ownerId: string,
  word: string,
  likeness: number,
  ms: number,
): Promise<string[]> {
  if (ms <= 0) return [];
  const alike = sql`SELECT ${texts} FROM link WHERE owner_id = ${ownerId} AND ${spelledAlike(word)} LIMIT ${alikeRead}`;
  const settings = { ...byTrigrams, "pg_trgm.word_similarity_threshold": likeness };
  return wordsIn((await readRowsWithin<Texts>(reads, ms, alike, settings)) ?? []);
}

async function canCompare({ reads }: Reads): Promise<boolean> {
  return (await readRowsOnce(reads, sql`SELECT FROM pg_extension WHERE extname = 'pg_trgm'`)).length > 0;
}
