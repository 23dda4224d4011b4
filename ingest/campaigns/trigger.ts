import { scanParameter, type Trigger } from "@hoplog/schema/clicks/trigger.js";

const scanned = new RegExp(`(?:^|&)${scanParameter}(?:=|&|$)`);

/** What made the visitor come: `query`, without its question mark, says it. */
export function triggerOf(query: string): Trigger {
  return query.includes(scanParameter) && scanned.test(query) ? "qr" : "link";
}
