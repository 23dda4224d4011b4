import { type LinkAddress, linkKey, parseLinkKey } from "@hoplog/schema/topics/links/key.js";
import { linkTargetQuery, parseLinkTarget } from "@hoplog/schema/topics/links/linkTarget.js";
import { encodeLinkRecord } from "@hoplog/schema/topics/links/record.js";
import { withTimeout } from "@hoplog/platform/retry/withTimeout.js";
import type { Pool } from "pg";
import { unreadableEntry } from "../replica/linkEntry.ts";

/** A replica's entry; null when Postgres says that there is no such code. Rejects when it can't say in time. */
export type TargetQuery = (address: LinkAddress) => Promise<Buffer | null>;

export interface QueryLimits {
  /** Queries under way at once; for other codes the entry is one that can't be read, so that their visitors try again. */
  readonly maxConcurrent: number;
  /** After a query that failed, no other is sent for so many milliseconds. */
  readonly cooldownMs: number;
  /** How long to wait for the answer to a query, in milliseconds. */
  readonly timeoutMs: number;
}

/** A bounded query: the same code is queried once at a time, and a failure is followed by a cooldown. */
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
    if (now() < cooldownUntil) throw new Error("Postgres failed a moment ago");
    // Nobody has looked: neither Postgres nor a replica that is current says that there is no such code.
    if (inFlight.size >= limits.maxConcurrent) return unreadableEntry;
    const result = query(key, address);
    inFlight.set(key, result);
    return result;
  };
}

/** The code is there, whatever the rest of the row says. */
function entryOf(row: unknown): Buffer {
  try {
    return encodeLinkRecord(parseLinkTarget(row));
  } catch {
    return unreadableEntry;
  }
}

/**
 * A replica's entry of a key that the replica does not have yet, by one query to Postgres: so a link works as soon
 * as its creation has returned. Null for a code nobody knows. Where Postgres can't say, the code is unknown only while the replica
 * `isCurrent`; else the entry is one that can't be read, so that its visitors try again.
 */
export function createLookup(query: TargetQuery, isCurrent: () => Promise<boolean>) {
  return async (key: string): Promise<Buffer | null> => {
    const address = parseLinkKey(key);
    return address && query(address).catch(async () => ((await isCurrent()) ? null : unreadableEntry));
  };
}
