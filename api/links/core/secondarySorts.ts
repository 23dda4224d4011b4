import { empty, join, raw, type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import { readRowsOnce, type Reads } from "../../kernel/database/reads.ts";
import { madeByKey, matching } from "./filter.ts";
import type { ListedLink, ResolvedListQuestion } from "./linkList.ts";
import { linkColumns, type LinkRow } from "./linkRow.ts";
import { momentOf, readPosition, requirePlace } from "./otherPositions.ts";
import { afterOperator, type OtherSortField, type SortDirection } from "./sort.ts";
import { inState, stateOrder } from "./stateOrder.ts";

/** A part of a sorted list, such as the links that have the sort key, those without it, or those in one state. */
interface Part {
  readonly join?: Sql;
  readonly where?: Sql;
  readonly key: string;
  readonly type: "text" | "timestamptz";
}

const all = (key: string, type: Part["type"]): readonly Part[] => [{ key, type }];

/** Links in the same state or without the sort key are sorted by age, with the index that most lists use. */
const byAge = { key: "created_at", type: "timestamptz" } as const;

function those(where: Sql, key: string, type: Part["type"]): readonly Part[] {
  return [
    { where, key, type },
    { where: sql`NOT (${where})`, ...byAge },
  ];
}

interface ListCaller {
  readonly ownerId: string;
  readonly userId: string;
}

/** The caller, and the moment at which states are computed, because links expire and others begin. */
interface ListContext extends ListCaller {
  readonly at: Date;
}

/** Returns the parts of a list in order; links without the sort key come last in either direction. */
function partsOf(
  field: OtherSortField,
  direction: SortDirection,
  { ownerId, userId, at }: ListContext,
): readonly Part[] {
  switch (field) {
    case "updated":
      return all("updated_at", "timestamptz");
    case "destination":
      return all("original_url", "text");
    case "externalId":
      return those(sql`external_id IS NOT NULL`, "external_id", "text");
    case "note":
      return those(sql`note IS NOT NULL`, "lower(left(note, 100))", "text");
    case "archived":
      return those(sql`archived_at IS NOT NULL`, "archived_at", "timestamptz");
    case "expires":
      return those(sql`expires_at IS NOT NULL`, "expires_at", "timestamptz");
    case "state": {
      const parts = stateOrder.map((state) => ({ where: inState(state, ownerId, at), ...byAge }));
      return direction === "asc" ? parts : parts.toReversed();
    }
    case "favourite": {
      const starred = sql`EXISTS (SELECT FROM link_favourite WHERE link_id = link.id AND user_id = ${userId})`;
      return those(starred, byAge.key, byAge.type);
    }
    case "group":
      return [
        {
          join: sql`JOIN (SELECT id AS of_group, lower(name) AS group_key FROM link_group WHERE owner_id = ${ownerId}) AS grouped
            ON of_group = group_id`,
          key: "group_key",
          type: "text",
        },
        { where: sql`NOT EXISTS (SELECT FROM link_group WHERE link_group.id = group_id)`, ...byAge },
      ];
    case "creator":
      return [
        {
          join: sql`JOIN (SELECT stream_id AS of_link, lower(api_key.name) AS creator_key FROM api_key
              JOIN event ON meta ->> 'apiKeyId' = api_key.id::text AND ${madeByKey}
              WHERE api_key.owner_id = ${ownerId}) AS made ON of_link = link.id`,
          key: "creator_key",
          type: "text",
        },
        {
          where: sql`NOT EXISTS (SELECT FROM event JOIN api_key ON meta ->> 'apiKeyId' = api_key.id::text
            WHERE stream_id = link.id AND ${madeByKey} AND api_key.owner_id = ${ownerId})`,
          ...byAge,
        },
      ];
    case "domain":
      return [
        {
          join: sql`JOIN (SELECT number AS of_domain, max(domain.name) AS domain_key FROM domain GROUP BY number) AS called
            ON of_domain = link.domain`,
          key: "domain_key",
          type: "text",
        },
        { where: sql`NOT EXISTS (SELECT FROM domain WHERE domain.number = link.domain)`, ...byAge },
      ];
    case "tags":
      return [
        {
          // Sorted by tag: each link appears with the first of its tags.
          join: sql`JOIN (SELECT link_id AS of_link, key AS tag_key FROM tag JOIN link_tag ON tag_id = tag.id
            WHERE tag.owner_id = ${ownerId}) AS tagged ON of_link = link.id`,
          where: sql`NOT EXISTS (SELECT FROM link_tag AS other JOIN tag AS former ON former.id = other.tag_id
            WHERE other.link_id = link.id AND former.key < tag_key)`,
          key: "tag_key",
          type: "text",
        },
        { where: sql`NOT EXISTS (SELECT FROM link_tag WHERE link_id = link.id)`, ...byAge },
      ];
  }
}

/**
 * Reads one page in a rarely used order. Skips the parts of the list before the cursor, and reads none after the page's
 * end.
 */
export async function linksInOtherOrder(
  services: Reads & Clock,
  caller: ListCaller,
  { filter, sort: { direction }, start, limit }: ResolvedListQuestion,
  field: OtherSortField,
): Promise<ListedLink[]> {
  const read = "after" in start ? readPosition(start.after, field) : null;
  const at = read?.at ?? services.now();
  const parts = partsOf(field, direction, { ...caller, at });
  const after = read && requirePlace(read.place, parts);
  const matched = matching(caller.ownerId, filter, at);
  let skip = "offset" in start ? start.offset : 0;
  const page: ListedLink[] = [];
  for (const [number, part] of parts.entries()) {
    if (after !== null && number < after.part) continue;
    const behind = after?.part === number ? after : null;
    const from = sql`FROM link ${part.join ?? empty} WHERE ${join([matched, ...(part.where ? [part.where] : [])], " AND ")}`;
    const key = raw(part.key);
    const to = raw(direction);
    const rows = await readRowsOnce<LinkRow & { sort_key: string | Date }>(
      services.reads,
      sql`SELECT ${linkColumns}, ${key} AS sort_key ${from}
       ${behind ? sql`AND (${key}, link.id) ${afterOperator(direction)} (${behind.key}::${raw(part.type)}, ${behind.id})` : empty}
       ORDER BY ${key} ${to}, link.id ${to} LIMIT ${limit - page.length} OFFSET ${skip}`,
    );
    for (const { sort_key: found, ...link } of rows) {
      const text = found instanceof Date ? found.toISOString() : found;
      page.push({
        link,
        position: { field, key: `${number}${text}${field === "state" ? momentOf(at) : ""}`, id: link.id },
      });
    }
    if (page.length === limit) break;
    if (skip > 0) {
      const passed = rows.length > 0 ? skip : await countOf(services, from);
      skip = Math.max(0, skip - passed);
    }
  }
  return page;
}

async function countOf({ reads }: Reads, from: Sql): Promise<number> {
  const [row] = await readRowsOnce<{ links: number }>(reads, sql`SELECT count(*)::int AS links ${from}`);
  return row?.links ?? 0;
}
