import { setImmediate as turn } from "node:timers/promises";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { Clock, Logs } from "../../kernel/calls/capabilities.ts";
import { readRowsOnce, type Reads } from "../../kernel/database/reads.ts";
import { searchedNote, searchedText } from "./filter.ts";
import { type TrigramSample, trigramsOf } from "./trigrams.ts";

/** How often trigrams are, for choosing those that an index is asked for. */
export interface TrigramCounts {
  /** Null until some links were read. Reads others now and then, for which nobody waits. */
  readonly sampledTrigrams: () => TrigramSample | null;
}

/** A trigram that none of so many has is had by a thousandth of all at most. */
const sampledLinks = 1000;
/** With fewer links each search is quick. */
const sampledFrom = 20_000;
/** Of a row, about. */
const linkBytes = 250;
const maxAgeMs = 60 * 60 * 1000;
const linksInTurn = 50;

/** Of links of all workspaces, as the index has them. Only counts of three letters are kept. */
export function createTrigramCounts(services: Reads & Clock & Logs): TrigramCounts {
  let sample: TrigramSample | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  async function read(): Promise<void> {
    try {
      sample = await readSample(services);
    } catch (error) {
      services.logger.warn({ err: error }, "links could not be sampled, and will be later");
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

/** Null for few links. Some blocks of the table are read, at most a few milliseconds at a time without a turn for others. */
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
