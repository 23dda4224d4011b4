import { encodeEntry } from "../replica/linkEntry.ts";
import type { AskTarget } from "./postgresTarget.ts";

/**
 * A replica's entry of a code that the replica does not have yet, by one question to Postgres: so a link works as soon
 * as its creation has returned. Null for a code nobody knows, and for one that can't be asked for just now.
 */
export function createLookup(ask: AskTarget) {
  return async (code: string): Promise<Buffer | null> => {
    const record = await ask(code).catch(() => null);
    return record && encodeEntry(record);
  };
}
