import { randomUUID } from "node:crypto";
import type { Intent, Intents } from "./port.ts";

/** Maximum number of remembered deliveries; fewer run at the same time. */
const maxIntents = 1000;

/**
 * Creates intents that are kept only in memory, for consumers that tolerate the same records in different deliveries.
 */
export function createMemoryIntents(): Intents {
  const known = new Map<string, Intent>();
  return {
    async open({ log, partition, first, last }) {
      const key = `${log} ${partition} ${first}`;
      const intent = known.get(key) ?? { id: randomUUID(), last };
      known.delete(key);
      known.set(key, intent);
      const [oldest] = known.keys();
      if (known.size > maxIntents && oldest !== undefined) known.delete(oldest);
      return intent;
    },
  };
}
