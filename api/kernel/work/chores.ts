import type { Clock, Logs } from "../calls/capabilities.ts";

/** A connection to Postgres. */
interface Connection {
  query(sql: string): Promise<unknown>;
}

/** A periodic task. */
export interface Chore<Client> {
  /** The log message of a failure, such as "old messages could not be deleted". */
  readonly failed: string;
  readonly everyMs: number;
  /** Whether the task first runs one interval after the start, instead of at the start. */
  readonly isDelayed?: boolean;
  readonly run: (client: Client, now: Date) => Promise<unknown>;
}

/**
 * Returns a function that runs the due chores in order. A failure is logged and does not delay other chores; the chore
 * is retried at its next interval.
 */
export function createChores<Client extends Connection>(
  { logger, now }: Logs & Clock,
  chores: readonly Chore<Client>[],
): (client: Client) => Promise<void> {
  const begunAt = now().getTime();
  const doneAt = new Map(chores.map((chore) => [chore, chore.isDelayed ? begunAt : -Infinity]));
  return async (client) => {
    for (const [chore, lastAt] of doneAt) {
      const at = now();
      if (at.getTime() - lastAt < chore.everyMs) continue;
      doneAt.set(chore, at.getTime());
      try {
        await chore.run(client, at);
      } catch (error) {
        // Throws if the connection, and the lock on it, is lost.
        await client.query("SELECT 1");
        logger.warn({ err: error }, `${chore.failed} and will be tried again`);
      }
    }
  };
}
