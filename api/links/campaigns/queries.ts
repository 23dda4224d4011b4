import { sql } from "@hoplog/platform/postgres/sql.js";
import { type UtmField, utmFields } from "@hoplog/schema/links/utm.js";
import { authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";

/** Values of older links are not offered: a workspace may have a million. */
const linksRead = 2000;
/** Of each field. */
export const valuesMax = 50;
const valueMax = 200;

export interface UsedValues {
  readonly field: UtmField;
  /** Those that most links have first. */
  readonly values: readonly string[];
}

/** What the destinations of the workspace's newest links have in their campaign parameters. */
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
