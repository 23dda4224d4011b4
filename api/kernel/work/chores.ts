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
  readonly run: (client: Client, now: Date) => Promise<unknown>;
}

/** Does the chores whose time has come, in their order. One that fails is logged and holds up no other; it is done again at its next time. */
export function createChores<Client extends Connection>(
  { logger, now }: Logs & Clock,
  chores: readonly Chore<Client>[],
): (client: Client) => Promise<void> {
  const doneAt = new Map<Chore<Client>, number>();
  return async (client) => {
    for (const chore of chores) {
      const at = now();
      if (at.getTime() - (doneAt.get(chore) ?? -Infinity) < chore.everyMs) continue;
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
