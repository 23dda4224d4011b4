import { sql } from "@hoplog/platform/postgres/sql.js";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { linkColumns, type LinkRow } from "../core/linkRow.ts";

/** Maximum length of codes with all variants: a code of 40 characters has some 5,000. */
const substitutedMax = 40;
const letters = "abcdefghijklmnopqrstuvwxyz0123456789_-";
const alphabet = [...new Set([...letters, ...letters.toUpperCase()])];

/**
 * Returns likely misspellings of a code: with one character omitted, added, replaced or swapped with the next one, and
 * all in lower or upper case, without the code itself; for long codes, without added and replaced characters.
 */
export function variantsOf(code: string): string[] {
  const variants = new Set([code.toLowerCase(), code.toUpperCase()]);
  for (let i = 0; i < code.length; i++) {
    const [before, after] = [code.slice(0, i), code.slice(i + 1)];
    variants.add(before + after);
    if (after !== "") variants.add(before + after.slice(0, 1) + code.slice(i, i + 1) + after.slice(1));
  }
  if (code.length <= substitutedMax) {
    for (let i = 0; i <= code.length; i++) {
      for (const letter of alphabet) {
        variants.add(code.slice(0, i) + letter + code.slice(i));
        if (i < code.length) variants.add(code.slice(0, i) + letter + code.slice(i + 1));
      }
    }
  }
  variants.delete(code);
  variants.delete("");
  return [...variants];
}

/** Maximum number of similar links per code. */
export const nearestMax = 5;

/** Returns the workspace's oldest links of a domain with similar codes, at most {@link nearestMax}. */
export async function nearestLinks(
  { reads }: Reads,
  ownerId: string,
  { domain, code }: { readonly domain: number; readonly code: string },
): Promise<LinkRow[]> {
  if (code === "") return [];
  return readRows<LinkRow>(
    reads,
    sql`SELECT ${linkColumns} FROM link WHERE domain = ${domain} AND code = ANY (${variantsOf(code)}::text[])
      AND owner_id = ${ownerId}
     ORDER BY created_at, id LIMIT ${nearestMax}`,
  );
}

/** Returns the workspace's own links with the given codes of a domain, by code. */
export async function linksAt(
  { reads }: Reads,
  ownerId: string,
  domain: number,
  codes: readonly string[],
): Promise<ReadonlyMap<string, LinkRow>> {
  if (codes.length === 0) return new Map();
  const rows = await readRows<LinkRow>(
    reads,
    sql`SELECT ${linkColumns} FROM link WHERE domain = ${domain} AND code = ANY (${[...codes]}::text[]) AND owner_id = ${ownerId}`,
  );
  return new Map(rows.map((row) => [row.code, row]));
}
