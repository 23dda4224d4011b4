import { setImmediate as turn } from "node:timers/promises";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { Clock, Logs } from "../../kernel/calls/capabilities.ts";
import { readRowsOnce, type Reads } from "../../kernel/database/reads.ts";
import { searchedNote, searchedText } from "./filter.ts";
import { type TrigramSample, trigramsOf } from "./trigrams.ts";

/** Frequencies of trigrams, which determine the trigrams of a search to look up in an index. */
export interface TrigramCounts {
  /** Returns the latest sample; null until one has been read, and for few links. Refreshes it in the background. */
  readonly sampledTrigrams: () => TrigramSample | null;
}

/** Sample size. A trigram that no sampled link contains occurs in at most about a thousandth of all links. */
const sampledLinks = 1000;
/** No sample is needed for fewer links, because every search is fast. */
const sampledFrom = 20_000;
/** Approximate size of a row in bytes. */
const linkBytes = 250;
const maxAgeMs = 60 * 60 * 1000;
const linksInTurn = 50;

/**
 * Samples links of all workspaces, as the index contains them. Stores which sampled texts contain each trigram, but not
 * the texts.
 */
export function createTrigramCounts(services: Reads & Clock & Logs): TrigramCounts {
  let sample: TrigramSample | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  async function read(): Promise<void> {
    try {
      sample = await readSample(services);
    } catch (error) {
      services.logger.warn({ err: error }, "could not sample links for the search; retrying later");
    }
  }
  return {
    sampledTrigrams() {
      const now = services.now().getTime();
      if (now - readAt >= maxAgeMs) {
        readAt = now;
        void read();
      }
      return sample;
    },
  };
}

/** Reads a sample from some blocks of the table; null for few links. Yields to other work every few milliseconds. */
export async function readSample({ reads }: Reads, from = sampledFrom): Promise<TrigramSample | null> {
  const [table] = await readRowsOnce<{ bytes: number }>(reads, sql`SELECT pg_relation_size('link')::float8 AS bytes`);
  const links = (table?.bytes ?? 0) / linkBytes;
  if (links < from) return null;
  const rows = await readRowsOnce<{ text: string; note: string | null }>(
    reads,
    sql`SELECT ${searchedText} AS text, ${searchedNote} AS note
      FROM link TABLESAMPLE SYSTEM (${Math.min(100, (100 * sampledLinks) / links)}::float8) LIMIT ${sampledLinks * 2}`,
  );
  const sample = { texts: new Map<string, Set<number>>(), notes: new Map<string, Set<number>>() };
  for (const [i, { text, note }] of rows.entries()) {
    if (i % linksInTurn === 0) await turn();
    add(sample.texts, i, text);
    if (note !== null) add(sample.notes, i, note);
  }
  return sample;
}

function add(sample: Map<string, Set<number>>, number: number, text: string): void {
  for (const { key } of trigramsOf([...text], true)) {
    const having = sample.get(key);
    if (having) having.add(number);
    else sample.set(key, new Set([number]));
  }
}
