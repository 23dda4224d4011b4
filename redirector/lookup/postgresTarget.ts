import { type LinkAddress, linkKey, parseLinkKey } from "@hoplog/schema/topics/links/key.js";
import { linkTargetQuery, parseLinkTarget } from "@hoplog/schema/topics/links/linkTarget.js";
import { encodeLinkRecord } from "@hoplog/schema/topics/links/record.js";
import { withTimeout } from "@hoplog/platform/retry/withTimeout.js";
import type { Pool } from "pg";
import { unreadableEntry } from "../replica/linkEntry.ts";

/**
 * Queries the entry of a code; null if Postgres has no such code. Rejects if the query fails or times out, and during
 * the cooldown after that.
 */
export type TargetQuery = (address: LinkAddress) => Promise<Buffer | null>;

export interface QueryLimits {
  /** Maximum concurrent queries; for further codes the result is the unreadable entry, so that visitors retry. */
  readonly maxConcurrent: number;
  /** Milliseconds after a failed query during which no other query is sent. */
  readonly cooldownMs: number;
  /** Timeout of a query, in milliseconds. */
  readonly timeoutMs: number;
}

/** Creates a bounded query: concurrent queries of one code are combined, and a failure is followed by a cooldown. */
export function createTargetQuery(pool: Pool, limits: QueryLimits, now: () => number): TargetQuery {
  const inFlight = new Map<string, Promise<Buffer | null>>();
  let cooldownUntil = 0;

  async function query(key: string, { domain, code }: LinkAddress): Promise<Buffer | null> {
    try {
      const answer = pool.query<Record<string, unknown>>({
        name: "link_target",
        text: linkTargetQuery,
        values: [domain, code],
      });
      const { rows } = await withTimeout(
        limits.timeoutMs,
        answer,
        `Postgres did not answer within ${limits.timeoutMs} ms`,
      );
      return rows[0] ? entryOf(rows[0]) : null;
    } catch (error) {
      cooldownUntil = now() + limits.cooldownMs;
      throw error;
    } finally {
      inFlight.delete(key);
    }
  }

  return async (address) => {
    const key = linkKey(address);
    const running = inFlight.get(key);
    if (running) return running;
    if (now() < cooldownUntil)
      throw new Error("Postgres was not queried for the link, because a query failed a moment ago");
    // Not queried: neither Postgres nor an up-to-date replica confirms that the code does not exist.
    if (inFlight.size >= limits.maxConcurrent) return unreadableEntry;
    const result = query(key, address);
    inFlight.set(key, result);
    return result;
  };
}

/** Encodes a row; an invalid row becomes the unreadable entry, because the code exists. */
function entryOf(row: unknown): Buffer {
  try {
    return encodeLinkRecord(parseLinkTarget(row));
  } catch {
    return unreadableEntry;
  }
}

/**
 * Creates the lookup of codes that the replica does not have yet, by one query to Postgres, so that a link works as
 * soon as its creation has returned. Null for an unknown code. If the query fails, the code is unknown only while the
 * replica `isCurrent`; else the result is the unreadable entry, so that visitors retry.
 */
export function createLookup(query: TargetQuery, isCurrent: () => Promise<boolean>) {
  return async (key: string): Promise<Buffer | null> => {
    const address = parseLinkKey(key);
    return address && query(address).catch(async () => ((await isCurrent()) ? null : unreadableEntry));
  };
}
