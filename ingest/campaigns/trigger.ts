import { printedScanParameter, scanParameter, type Trigger } from "@hoplog/schema/clicks/trigger.js";

const scanned = new RegExp(`(?:^|&)(?:${scanParameter}|${printedScanParameter})(?:=|&|$)`);

/** Returns what triggered the visit, a QR code or a link, from the query without its question mark. */
export function triggerOf(query: string): Trigger {
  return query.includes(printedScanParameter) && scanned.test(query) ? "qr" : "link";
}
