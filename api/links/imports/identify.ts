import { createHash } from "node:crypto";
import { type ImportSource, scopedSources } from "@hoplog/schema/imports/sources.js";

/** Properties that identify a link besides its id. */
export interface Content {
  /** The requested code; null for a generated one. */
  readonly codeKey: string | null;
  readonly originalUrl: string;
}

/** A link of an earlier row of the same import. */
export interface EarlierRow extends Content {
  readonly row: number;
}

/** Links that earlier imports created, and earlier rows of the current import, by key. */
export interface Earlier {
  readonly imported: ReadonlyMap<string, Content>;
  /** Keys of imported links by {@link contentOf}. */
  readonly byContent: ReadonlyMap<string, string>;
  readonly rows: ReadonlyMap<string, EarlierRow>;
}

/** Whether a row is a link that was imported before, repeats an earlier row of the file, or is new; and its key. */
export type Identity =
  | { readonly kind: "imported" | "new"; readonly key: string }
  | { readonly kind: "repeated"; readonly row: number };

/**
 * Compares a link with others of the same id: if both code and destination differ, they are different links. `keys`
 * begin with the link's own key.
 */
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

/**
 * Whether an imported link is the same as a row's: its code or its destination may have changed since, but not both.
 */
export function isSameLink(imported: Content | undefined, { codeKey, originalUrl }: Content): boolean {
  if (!imported) return false;
  return imported.originalUrl === originalUrl || (codeKey !== null && imported.codeKey === codeKey);
}

/** Whether an earlier row is the same link; its code may have been taken by another account. */
function isSameRow(before: EarlierRow, { codeKey, originalUrl }: Content): boolean {
  return before.originalUrl === originalUrl && (before.codeKey === null || before.codeKey === codeKey);
}

/** Returns the scope in which ids of a source are unique: the import's name, or null if they are globally unique. */
export function scopeOfSource(source: ImportSource, name: string | null): string | null {
  return scopedSources.has(source) ? name : null;
}

/**
 * Returns the key of a source's link in events, which are stored forever: a hash, since ids may be URLs. The same id in
 * another source or scope has another key. Up to 1.0.0-rc.1 ids had no scope.
 */
export function keyOfSource(source: ImportSource, scope: string | null, id: string): string {
  return hashOf(scope === null ? `${source}\n${id}` : `${source}\n${scope}\n${id}`);
}

/** Returns the key of a link with the same id as another link; the key includes code and destination. */
export function exactKeyOf(key: string, code: string | null, originalUrl: string): string {
  return hashOf(`${key}\n${code ?? ""}\n${originalUrl}`);
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
