import type { Clock } from "../../kernel/calls/capabilities.ts";
import { readRowsOnce, type Reads } from "../../kernel/database/reads.ts";
import { madeByKey, matching } from "./filter.ts";
import type { ListedLink, ResolvedListQuestion } from "./linkList.ts";
import { linkColumns, type LinkRow } from "./linkRow.ts";
import { momentOf, readPosition, requirePlace } from "./otherPositions.ts";
import type { OtherSortField, SortDirection } from "./sort.ts";
import { inState, stateOrder } from "./stateOrder.ts";

type Value = string | number | Date;

/** A stretch of a list that is in one order: those that have what is sorted by, then those that have none. */
interface Part {
  readonly join?: string;
  readonly joinValues?: readonly Value[];
  readonly where?: string;
  readonly values?: readonly Value[];
  readonly key: string;
  readonly type: "text" | "timestamptz";
}

const all = (key: string, type: Part["type"]): readonly Part[] => [{ key, type }];

/** Within what is equal the oldest or newest come first, by the index that lists are mostly read by. */
const byAge = { key: "created_at", type: "timestamptz" } as const;

function those(where: string, key: string, type: Part["type"]): readonly Part[] {
  return [
    { where, key, type },
    { where: `NOT (${where})`, ...byAge },
  ];
}

interface Asker {
  readonly ownerId: string;
  readonly userId: string;
}

/** Who asks, and of which moment: links expire, and others begin. */
interface Asked extends Asker {
  readonly at: Date;
}

/** What has none comes last, whichever the direction. */
function partsOf(field: OtherSortField, direction: SortDirection, { ownerId, userId, at }: Asked): readonly Part[] {
  switch (field) {
    case "updated":
      return all("updated_at", "timestamptz");
    case "destination":
      return all("original_url", "text");
    case "externalId":
      return those("external_id IS NOT NULL", "external_id", "text");
    case "note":
      return those("note IS NOT NULL", "lower(left(note, 100))", "text");
    case "archived":
      return those("archived_at IS NOT NULL", "archived_at", "timestamptz");
    case "expires":
      return those("expires_at IS NOT NULL", "expires_at", "timestamptz");
    case "state": {
      const parts = stateOrder.map((state) => {
        const { sql: where, values } = inState(state, ownerId, at);
        return { where, values, ...byAge };
      });
      return direction === "asc" ? parts : parts.toReversed();
    }
    case "favourite": {
      const starred = "EXISTS (SELECT FROM link_favourite WHERE link_id = link.id AND user_id = ?)";
      return those(starred, byAge.key, byAge.type).map((part) => ({ ...part, values: [userId] }));
    }
    case "group":
      return [
        {
          join: `JOIN (SELECT id AS of_group, lower(name) AS group_key FROM link_group WHERE owner_id = ?) AS grouped
            ON of_group = group_id`,
          joinValues: [ownerId],
          key: "group_key",
          type: "text",
        },
        { where: "NOT EXISTS (SELECT FROM link_group WHERE link_group.id = group_id)", ...byAge },
      ];
    case "creator":
      return [
        {
          join: `JOIN (SELECT stream_id AS of_link, lower(api_key.name) AS creator_key FROM api_key
              JOIN event ON meta ->> 'apiKeyId' = api_key.id::text AND ${madeByKey}
              WHERE api_key.owner_id = ?) AS made ON of_link = link.id`,
          joinValues: [ownerId],
          key: "creator_key",
          type: "text",
        },
        {
          where: `NOT EXISTS (SELECT FROM event JOIN api_key ON meta ->> 'apiKeyId' = api_key.id::text
            WHERE stream_id = link.id AND ${madeByKey} AND api_key.owner_id = ?)`,
          values: [ownerId],
          ...byAge,
        },
      ];
    case "domain":
      return [
        {
          join: `JOIN (SELECT number AS of_domain, max(domain.name) AS domain_key FROM domain GROUP BY number) AS called
            ON of_domain = link.domain`,
          key: "domain_key",
          type: "text",
        },
        { where: "NOT EXISTS (SELECT FROM domain WHERE domain.number = link.domain)", ...byAge },
      ];
    case "tags":
      return [
        {
          // Tag by tag, in their order: each link with the first of its tags.
          join: `JOIN (SELECT link_id AS of_link, key AS tag_key FROM tag JOIN link_tag ON tag_id = tag.id
            WHERE tag.owner_id = ?) AS tagged ON of_link = link.id`,
          joinValues: [ownerId],
          where: `NOT EXISTS (SELECT FROM link_tag AS other JOIN tag AS former ON former.id = other.tag_id
            WHERE other.link_id = link.id AND former.key < tag_key)`,
          key: "tag_key",
          type: "text",
        },
        { where: "NOT EXISTS (SELECT FROM link_tag WHERE link_id = link.id)", ...byAge },
      ];
  }
}

/** One page in an order that few ask for. Of its parts, those are read that the page lies in. */
export async function linksInOtherOrder(
  services: Reads & Clock,
  asker: Asker,
  { filter, sort: { direction }, start, limit }: ResolvedListQuestion,
  field: OtherSortField,
): Promise<ListedLink[]> {
  const read = "after" in start ? readPosition(start.after, field) : null;
  const at = read?.at ?? services.now();
  const parts = partsOf(field, direction, { ...asker, at });
  const after = read && requirePlace(read.place, parts);
  const matched = matching(asker.ownerId, filter, at);
  let skip = "offset" in start ? start.offset : 0;
  const page: ListedLink[] = [];
  for (const [number, part] of parts.entries()) {
    if (after !== null && number < after.part) continue;
    const behind = after?.part === number ? after : null;
    const from = `FROM link ${part.join ?? ""} WHERE ${matched.sql} ${part.where === undefined ? "" : `AND ${part.where}`}`;
    const values = [...(part.joinValues ?? []), ...matched.values, ...(part.values ?? [])];
    const rows = await readRowsOnce<LinkRow & { sort_key: string | Date }>(
      services.reads,
      `SELECT ${linkColumns}, ${part.key} AS sort_key ${from}
       ${behind ? `AND (${part.key}, link.id) ${direction === "asc" ? ">" : "<"} (?::${part.type}, ?)` : ""}
       ORDER BY ${part.key} ${direction}, link.id ${direction} LIMIT ? OFFSET ?`,
      [...values, ...(behind ? [behind.key, behind.id] : []), limit - page.length, skip],
    );
    for (const { sort_key: key, ...link } of rows) {
      const text = key instanceof Date ? key.toISOString() : key;
      page.push({
        link,
        position: { field, key: `${number}${text}${field === "state" ? momentOf(at) : ""}`, id: link.id },
      });
    }
    if (page.length === limit) break;
    if (skip > 0) {
      const passed = rows.length > 0 ? skip : await countOf(services, from, values);
      skip = Math.max(0, skip - passed);
    }
  }
  return page;
}

async function countOf({ reads }: Reads, from: string, values: readonly Value[]): Promise<number> {
  const [row] = await readRowsOnce<{ links: number }>(reads, `SELECT count(*)::int AS links ${from}`, values);
  return row?.links ?? 0;
}
