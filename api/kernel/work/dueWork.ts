import { startExclusiveWork } from "@hoplog/platform/postgres/exclusiveWork.js";
import type { RunningWork, StepResult } from "@hoplog/platform/retry/steps.js";
import type pg from "pg";
import { type AttemptSettings, createAttempts } from "./attempts.ts";

/** A Postgres connection: the one that holds the lock, except in tests. */
export type Connection = Pick<pg.ClientBase, "query">;

/** Work on items that become due. */
export interface DueWork<Item extends { readonly id: string }, Client extends Connection = Connection> {
  /** Start of the log line about a failed item. */
  readonly failed: string;
  /**
   * Returns how many seconds the longest-waiting item has been due: negative before it is due, null if there is none.
   */
  readonly dueFor?: (client: Client, now: Date) => Promise<number | null>;
  /** Exports the delay of the longest-waiting item as a metric, at least 0. */
  readonly gauge?: { set(seconds: number): void };
  /** Reads the next due items, except those to skip. The returned items are processed concurrently. */
  readonly take: (client: Client, leftOut: readonly string[], now: Date) => Promise<readonly Item[]>;
  readonly work: (item: Item, client: Client) => Promise<unknown>;
  /** Deletes obsolete data when nothing is due. Returns true if there may be more. */
  readonly forget?: (client: Client, now: Date) => Promise<unknown>;
}

export interface DueWorkBase extends AttemptSettings {
  readonly databaseUrl: string;
}

interface Running {
  /** The name of the lock and of the connection. */
  readonly name: string;
  /** Polling interval without a notification (ms). */
  readonly pollMs: number;
}

/**
 * Processes due items until stopped, in the process that holds the lock; if that process dies, another one takes over.
 * An item that fails is skipped for a while and does not delay other items.
 */
export function startDueWork<Item extends { readonly id: string }>(
  base: DueWorkBase,
  { name, pollMs }: Running,
  work: DueWork<Item, pg.Client>,
): RunningWork {
  const { databaseUrl, logger } = base;
  return startExclusiveWork({ databaseUrl, name, logger, pollMs, step: createDueStep(base, work) });
}

/** Creates one step: it processes the due items, or deletes obsolete data. */
export function createDueStep<Item extends { readonly id: string }, Client extends Connection>(
  base: AttemptSettings,
  { failed, dueFor, gauge, take, work, forget }: DueWork<Item, Client>,
): (client: Client) => Promise<StepResult> {
  const attempts = createAttempts(base, failed);
  return async (client) => {
    const now = base.now();
    const seconds = dueFor ? await dueFor(client, now) : 0;
    gauge?.set(Math.max(0, seconds ?? 0));
    // Usually no item is due, and the query for items is skipped.
    const items = seconds !== null && seconds >= 0 ? await take(client, attempts.leftOut(), now) : [];
    const succeeded = await Promise.all(items.map((item) => attempts.attempt(item.id, () => work(item, client))));
    // Throws if the connection, and the lock on it, is lost.
    if (succeeded.includes(false)) await client.query("SELECT 1");
    if (items.length > 0 || (await forget?.(client, now)) === true) return "worked";
    return seconds !== null && seconds < 0 ? Math.ceil(-seconds * 1000) : "idle";
  };
}
