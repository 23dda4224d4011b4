import { encodeEntry } from "../replica/linkEntry.ts";
import type { TargetQuery } from "./postgresTarget.ts";

/**
 * A replica's entry of a code that the replica does not have yet, by one query to Postgres: so a link works as soon
 * as its creation has returned. Null for a code nobody knows, and for one that can't be looked up just now.
 */
export function createLookup(query: TargetQuery) {
  return async (code: string): Promise<Buffer | null> => {
    const record = await query(code).catch(() => null);
    return record && encodeEntry(record);
  };
}
