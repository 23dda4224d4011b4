import { agentKey } from "@hoplog/platform/visitor/agent.js";
import type { Visits } from "@hoplog/schema/topics/clickBatch/decode.js";

/** The agents of visits: user agents combined with client hints. */
interface Agents {
  readonly keys: readonly string[];
  /** Visit `i` has the agent `keys[rows[i]]`. */
  readonly rows: Uint32Array;
}

/**
 * Builds agent keys: the batch's texts, plus a key for each combination of user agent and client hints. Most visits
 * have no hints.
 */
export function agentsOf(texts: readonly string[], { userAgent, flags }: Pick<Visits, "userAgent" | "flags">): Agents {
  const hinted = new Map<string, number>();
  const rows = userAgent.map((text, row) => {
    const plain = texts[text] ?? "";
    const key = agentKey(plain, flags[row] ?? 0);
    if (key === plain) return text;
    const number = hinted.get(key) ?? texts.length + hinted.size;
    hinted.set(key, number);
    return number;
  });
  return hinted.size === 0 ? { keys: texts, rows: userAgent } : { keys: [...texts, ...hinted.keys()], rows };
}
