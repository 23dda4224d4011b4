import { createHash } from "node:crypto";
import { type ImportSource, scopedSources } from "@hoplog/schema/imports/sources.js";

/** What makes ids of a source unique beside their import's name; null for ids that are unique by themselves. */
export function scopeOfSource(source: ImportSource, name: string | null): string | null {
  return scopedSources.has(source) ? name : null;
}

/**
 * Stands for a link of a source in events, which are kept for good: a hash, since ids there may be addresses. The same id
 * of another source, or in another scope, has another one. Up to 1.0.0-rc.1 no id had a scope.
 */
export function keyOfSource(source: ImportSource, scope: string | null, id: string): string {
  return hashOf(scope === null ? `${source}\n${id}` : `${source}\n${scope}\n${id}`);
}

/** The key of a link whose id another link has: of its code and destination too. */
export function exactKeyOf(key: string, code: string | null, originalUrl: string): string {
  return hashOf(`${key}\n${code ?? ""}\n${originalUrl}`);
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
