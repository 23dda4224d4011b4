import { startExclusiveWork } from "@hoplog/platform/postgres/exclusiveWork.js";
import type { RunningWork, StepResult } from "@hoplog/platform/retry/steps.js";
import type pg from "pg";
import { type AttemptSettings, createAttempts } from "./attempts.ts";

/** What asks Postgres: the connection that holds the lock, unless in tests. */
export type Connection = Pick<pg.ClientBase, "query">;

/** Work on items that become due. */
export interface DueWork<Item extends { readonly id: string }, Client extends Connection = Connection> {
  /** Begins the line in the log about an item that failed. */
  readonly failed: string;
  /** For how many seconds the item has been due that waits for the longest: negative before it is due, null for none. */
  readonly dueFor?: (client: Client, now: Date) => Promise<number | null>;
  /** Shows it, 0 at least. */
  readonly gauge?: { set(seconds: number): void };
  /** Reads the next items that are due, without those that are left out. They are worked on at the same time. */
  readonly take: (client: Client, leftOut: readonly string[], now: Date) => Promise<readonly Item[]>;
  readonly work: (item: Item, client: Client) => Promise<unknown>;
  /** Deletes what is of no use any more, whenever nothing is due. Returns true if there may be more. */
  readonly forget?: (client: Client, now: Date) => Promise<unknown>;
}

export interface DueWorkBase extends AttemptSettings {
  readonly databaseUrl: string;
}

interface Running {
  /** Names the lock and the connection. */
  readonly name: string;
  /** How often due items are looked for without a notification. */
  readonly pollMs: number;
}

/**
 * Works on due items until stopped, in the process that holds the lock; once it is gone, another one takes over what it left. An item
 * that fails is left out for a while and never holds up another one.
 */
export function startDueWork<Item extends { readonly id: string }>(
  base: DueWorkBase,
  { name, pollMs }: Running,
  work: DueWork<Item, pg.Client>,
): RunningWork {
  const { databaseUrl, logger } = base;
  return startExclusiveWork({ databaseUrl, name, logger, pollMs, step: createDueStep(base, work) });
}

/** One step of it: works on the items that are due, or forgets what is of no use any more. */
export function createDueStep<Item extends { readonly id: string }, Client extends Connection>(
  base: AttemptSettings,
  { failed, dueFor, gauge, take, work, forget }: DueWork<Item, Client>,
): (client: Client) => Promise<StepResult> {
  const attempts = createAttempts(base, failed);
  return async (client) => {
    const now = base.now();
    const seconds = dueFor ? await dueFor(client, now) : 0;
    gauge?.set(Math.max(0, seconds ?? 0));
    // Mostly nothing is due: then it is not looked for.
    const items = seconds !== null && seconds >= 0 ? await take(client, attempts.leftOut(), now) : [];
    const succeeded = await Promise.all(items.map((item) => attempts.attempt(item.id, () => work(item, client))));
    // Throws if the connection, and the lock on it, is lost.
    if (succeeded.includes(false)) await client.query("SELECT 1");
    if (items.length > 0 || (await forget?.(client, now)) === true) return "worked";
    return seconds !== null && seconds < 0 ? Math.ceil(-seconds * 1000) : "idle";
  };
}
