import { sql } from "@hoplog/platform/postgres/sql.js";
import { type UtmField, utmFields } from "@hoplog/schema/links/utm.js";
import { authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";

/** Number of newest links whose values are offered: a workspace may have a million links. */
const linksRead = 2000;
/** Maximum number of values per field. */
export const valuesMax = 50;
const valueMax = 200;

export interface UsedValues {
  readonly field: UtmField;
  /** Sorted by number of links, most first. */
  readonly values: readonly string[];
}

/** Returns the values of campaign parameters in the destinations of the workspace's newest links. */
export async function usedUtmValues({ reads }: Reads, member: Member): Promise<UsedValues[]> {
  const ownerId = authorizeOwn(member, "links:read");
  const rows = await readRows<{ url: string }>(
    reads,
    sql`SELECT original_url AS url FROM link WHERE owner_id = ${ownerId} ORDER BY created_at DESC, id DESC LIMIT ${linksRead}`,
  );
  const read = rows.map(({ url }) => new URL(url).searchParams);
  return utmFields.map((field) => {
    const links = new Map<string, number>();
    for (const parameters of read) {
      const value = parameters.get(field) ?? "";
      if (value !== "" && value.length <= valueMax) links.set(value, (links.get(value) ?? 0) + 1);
    }
    const values = [...links].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    return { field, values: values.slice(0, valuesMax).map(([value]) => value) };
  });
}
