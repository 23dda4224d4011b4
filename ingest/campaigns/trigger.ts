import { printedScanParameter, scanParameter, type Trigger } from "@hoplog/schema/clicks/trigger.js";

const scanned = new RegExp(`(?:^|&)(?:${scanParameter}|${printedScanParameter})(?:=|&|$)`);

/** What made the visitor come: `query`, without its question mark, says it. */
export function triggerOf(query: string): Trigger {
  return query.includes(printedScanParameter) && scanned.test(query) ? "qr" : "link";
}
