import { type LinkRecord, linkRecordSchema } from "@hoplog/schema/topics/linkRecord.js";
import { redirectTargetQuery } from "@hoplog/schema/topics/redirectTarget.js";
import type { Pool } from "pg";

/** Null when Postgres says that there is no such code. Rejects when it can't say in time. */
export type AskTarget = (code: string) => Promise<LinkRecord | null>;

export interface AskLimits {
  /** Questions under way at once; more are refused. */
  readonly maxConcurrent: number;
  /** After a query that failed, no other is sent for so many milliseconds. */
  readonly cooldownMs: number;
  /** How long to wait for the answer to a query, in milliseconds. */
  readonly timeoutMs: number;
}

/** A bounded question: the same code is asked once at a time, and a failure is followed by a cooldown. */
export function createAskTarget(pool: Pool, limits: AskLimits, now: () => number): AskTarget {
  const asking = new Map<string, Promise<LinkRecord | null>>();
  let cooldownUntil = 0;

  async function ask(code: string): Promise<LinkRecord | null> {
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
      asking.delete(code);
    }
  }

  return async (code) => {
    const running = asking.get(code);
    if (running) return running;
    if (now() < cooldownUntil) throw new Error("Postgres failed a moment ago");
    if (asking.size >= limits.maxConcurrent) throw new Error("too many questions under way");
    const question = ask(code);
    asking.set(code, question);
    return question;
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
