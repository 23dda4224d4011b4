import { entryOf, type LinkEntry } from "../replica/linkEntry.ts";
import type { Replica } from "../replica/replica.ts";
import type { AskTarget } from "./postgresTarget.ts";

/**
 * Where a code leads: from the replica without waiting, else by one question to Postgres, so that a link works as soon
 * as its creation has returned. Null for a code nobody knows, and for one that can't be asked for just now.
 */
export function createLookup(replica: Replica, ask: AskTarget) {
  return {
    /** Undefined when the replica doesn't know the code. */
    local: (code: string): LinkEntry | undefined => replica.find(code),
    async remote(code: string): Promise<LinkEntry | null> {
      const record = await ask(code).catch(() => null);
      return record && entryOf(record);
    },
  };
}

export type Lookup = ReturnType<typeof createLookup>;
