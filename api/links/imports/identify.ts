import { createHash } from "node:crypto";
import { type ImportSource, scopedSources } from "@hoplog/schema/imports/sources.js";

/** What tells a link from others beside its id. */
export interface Content {
  /** The code that it wants; null for a generated one. */
  readonly codeKey: string | null;
  readonly originalUrl: string;
}

/** A link of an earlier row of the same import. */
export interface EarlierRow extends Content {
  readonly row: number;
}

/** What earlier imports and rows have created, by their keys. */
export interface Earlier {
  readonly imported: ReadonlyMap<string, Content>;
  /** Keys of imported links by {@link contentOf}. */
  readonly byContent: ReadonlyMap<string, string>;
  readonly rows: ReadonlyMap<string, EarlierRow>;
}

/** Whether a row is a link that was imported before, or stands in the file before, or is a new one, and its key. */
export type Identity =
  | { readonly kind: "imported" | "new"; readonly key: string }
  | { readonly kind: "repeated"; readonly row: number };

/** Compares a link with others of the same id: with another code and destination it is another link. `keys` begin with its own one. */
export function identify(keys: readonly [string, ...string[]], link: Content, earlier: Earlier): Identity {
  const [key] = keys;
  const exact = exactKeyOf(key, link.codeKey, link.originalUrl);
  const imported =
    [...keys, exact].find((one) => isSameLink(earlier.imported.get(one), link)) ??
    earlier.byContent.get(contentOf(link));
  if (imported !== undefined) {
    const before = earlier.rows.get(imported);
    return before ? { kind: "repeated", row: before.row } : { kind: "imported", key: imported };
  }
  const before = earlier.rows.get(key);
  if (before && isSameRow(before, link)) return { kind: "repeated", row: before.row };
  const own = before || earlier.imported.has(key) ? exact : key;
  const repeated = own === exact ? earlier.rows.get(exact) : undefined;
  return repeated ? { kind: "repeated", row: repeated.row } : { kind: "new", key: own };
}

export function contentOf({ codeKey, originalUrl }: Content): string {
  return `${codeKey ?? ""}\n${originalUrl}`;
}

/** A link may have got another code or destination since it was imported; with both it is another one. */
export function isSameLink(imported: Content | undefined, { codeKey, originalUrl }: Content): boolean {
  if (!imported) return false;
  return imported.originalUrl === originalUrl || (codeKey !== null && imported.codeKey === codeKey);
}

/** The code of an earlier row may have been taken by somebody else. */
function isSameRow(before: EarlierRow, { codeKey, originalUrl }: Content): boolean {
  return before.originalUrl === originalUrl && (before.codeKey === null || before.codeKey === codeKey);
}

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
