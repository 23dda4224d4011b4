import { sql } from "@hoplog/platform/postgres/sql.js";
import type { TagColour } from "@hoplog/schema/tags/tags.js";
import { authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { searchText } from "../../kernel/database/searchPattern.ts";

export interface Tag {
  readonly id: string;
  readonly name: string;
  readonly colour: TagColour;
  readonly createdAt: Date;
}

/** Returns the settings that a tag's ETag covers. */
export function tagSettings({ name, colour }: Pick<Tag, "name" | "colour">): object {
  return { name, colour };
}

/**
 * Returns all tags, sorted by name, without pages because there are few. `search` matches part of the name, ignoring
 * case and accents. Throws VALIDATION_ERROR for an invalid search.
 */
export async function listTags({ reads }: Reads, member: Member, search?: string | null): Promise<Tag[]> {
  const ownerId = authorizeOwn(member, "tags:read");
  return readRows<Tag>(
    reads,
    sql`SELECT id, name, colour, created_at AS "createdAt" FROM tag WHERE owner_id = ${ownerId}
      AND strpos(folded(name), ${searchText(search) ?? ""}) > 0
     ORDER BY key, id`,
  );
}

/** Returns the number of links with each of the given tags; tags without links are missing. */
export async function linksPerTag(
  { reads }: Reads,
  member: Member,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const ownerId = authorizeOwn(member, "tags:read");
  const rows = await readRows<{ id: string; links: number }>(
    reads,
    sql`SELECT tag_id AS id, count(*)::int AS links FROM link_tag WHERE owner_id = ${ownerId}
      AND tag_id = ANY (${[...ids]}::uuid[]) GROUP BY tag_id`,
  );
  return new Map(rows.map(({ id, links }) => [id, links]));
}
