import { type LinkRecord, linkRecordSchema } from "@hoplog/schema/topics/linkRecord.js";
import { redirectTargetQuery } from "@hoplog/schema/topics/redirectTarget.js";
import type { Pool } from "pg";

/** Null when Postgres says that there is no such code. Rejects when it can't say in time. */
export type TargetQuery = (code: string) => Promise<LinkRecord | null>;

export interface QueryLimits {
  /** Queries under way at once; more are refused. */
  readonly maxConcurrent: number;
  /** After a query that failed, no other is sent for so many milliseconds. */
  readonly cooldownMs: number;
  /** How long to wait for the answer to a query, in milliseconds. */
  readonly timeoutMs: number;
}

/** A bounded query: the same code is queried once at a time, and a failure is followed by a cooldown. */
export function createTargetQuery(pool: Pool, limits: QueryLimits, now: () => number): TargetQuery {
  const inFlight = new Map<string, Promise<LinkRecord | null>>();
  let cooldownUntil = 0;

  async function query(code: string): Promise<LinkRecord | null> {
    try {
      const answer = pool.query<Record<string, unknown>>({
        name: "redirect_target",
        text: redirectTargetQuery,
        values: [code],
      });
      const { rows } = await withTimeout(limits.timeoutMs, answer);
      return rows[0] ? linkRecordSchema.parse(rows[0]) : null;
    } catch (error) {
      cooldownUntil = now() + limits.cooldownMs;
      throw error;
    } finally {
      inFlight.delete(code);
    }
  }

  return async (code) => {
    const running = inFlight.get(code);
    if (running) return running;
    if (now() < cooldownUntil) throw new Error("Postgres failed a moment ago");
    if (inFlight.size >= limits.maxConcurrent) throw new Error("too many questions under way");
    const result = query(code);
    inFlight.set(code, result);
    return result;
  };
}

async function withTimeout<T>(ms: number, answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`Postgres did not answer within ${ms} ms`)), ms);
  // Whichever comes second may reject with nobody listening.
  answer.catch(() => {});
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
