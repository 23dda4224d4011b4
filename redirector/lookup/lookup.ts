import { parseLinkKey } from "@hoplog/schema/topics/links/key.js";
import type { TargetQuery } from "./postgresTarget.ts";

/**
 * A replica's entry of a key that the replica does not have yet, by one query to Postgres: so a link works as soon
 * as its creation has returned. Null for a code nobody knows, and for one that can't be looked up just now.
 */
export function createLookup(query: TargetQuery) {
  return async (key: string): Promise<Buffer | null> => {
    const address = parseLinkKey(key);
    return address && (await query(address).catch(() => null));
  };
}
