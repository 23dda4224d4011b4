import type { Clock, Logs } from "../calls/capabilities.ts";

/** A connection to Postgres. */
interface Connection {
  query(sql: string): Promise<unknown>;
}

/** Something that is done again and again. */
export interface Chore<Client> {
  /** What the log says if it fails, such as "old messages could not be deleted". */
  readonly failed: string;
  readonly everyMs: number;
  /** Whether its first time is a whole pace after the start, and not the start itself. */
  readonly isDelayed?: boolean;
  readonly run: (client: Client, now: Date) => Promise<unknown>;
}

/** Does the chores whose time has come, in their order. One that fails is logged and holds up no other; it is done again at its next time. */
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
