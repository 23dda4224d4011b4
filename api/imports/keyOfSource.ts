import { createHash } from "node:crypto";
import type { ImportSource } from "@hoplog/schema/imports/sources.js";

/**
 * Stands for a link of a source in events, which are kept for good: a hash, since ids there may be addresses. The same id
 * of another source has another one.
 */
export function keyOfSource(source: ImportSource, id: string): string {
  return createHash("sha256").update(`${source}\n${id}`).digest("base64url").slice(0, 22);
}
