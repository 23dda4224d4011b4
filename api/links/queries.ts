import { notFoundError } from "@hoplog/schema/errors.js";
import { authorize, authorizeOwn, type Member } from "../access/authorize.ts";
import type { Database } from "../database/orm.ts";
import { readRows, type Reads } from "../database/reads.ts";
import type { ShareAnswers } from "../database/sharedAnswers.ts";
import type { LinkPlace } from "./cursor.ts";
import { type LinkFilter, matching } from "./filter.ts";
import type { LinkListQuestion, ListedLink } from "./linkList.ts";
import { linkColumns, LinkRow } from "./linkRow.ts";
import { linksByClicks, type RankingServices } from "./linksByClicks.ts";

/** What lists of links take from outside. */
export type LinkQueries = Reads & RankingServices;

/** Shares the answers of equal counts that are asked for at the same time. */
export interface SharedCounts {
  readonly linkCounts: ShareAnswers<number>;
}

/** Throws NOT_FOUND_ERROR, also for another workspace's link; AUTHORIZATION_ERROR. */
export async function getLink(
  services: Reads,
  member: Member,
  id: string,
  permission: "links:read" | "stats:read" = "links:read",
): Promise<LinkRow> {
  const [link] = await readRows<LinkRow>(services.reads, `SELECT ${linkColumns} FROM link WHERE id = ?`, [id]);
  authorize(member, permission, { type: "link", workspaceId: link?.ownerId ?? null });
  if (!link) throw notFoundError("Link");
  return link;
}

/** One page. One row more than is shown may be asked for to see whether there is a next page. */
export async function listLinks(
  services: LinkQueries,
  member: Member,
  question: LinkListQuestion,
): Promise<ListedLink[]> {
  const ownerId = authorizeOwn(member, "links:read");
  if (question.sort.field === "clicks") return linksByClicks(services, ownerId, question);
  const { sort, start, limit } = question;
  const byName = sort.field === "name";
  const key = byName ? "lower(name)" : "created_at";
  const { sql, values } = matching(ownerId, question.filter);
  const after = "after" in start ? start.after : null;
  const behind = after ? `AND (${key}, id) ${sort.direction === "asc" ? ">" : "<"} (?, ?)` : "";
  const rows = await readRows<LinkRow & { sort_key: string | null }>(
    services.reads,
    `SELECT ${linkColumns}, ${byName ? "lower(name)" : "NULL"} AS sort_key FROM link WHERE ${sql} ${behind}
     ORDER BY ${key} ${sort.direction}, id ${sort.direction} LIMIT ? OFFSET ?`,
    [...values, ...(after ? [keyOf(after), after.id] : []), limit, "offset" in start ? start.offset : 0],
  );
  return rows.map(({ sort_key, ...link }) => {
    const { id, createdAt: at } = link;
    return { link, place: byName ? { field: "name", key: sort_key ?? "", id } : { field: "created", at, id } };
  });
}

function keyOf(place: LinkPlace): string | Date {
  if (place.field === "clicks") throw new TypeError("an order by clicks has no key in Postgres");
  return place.field === "name" ? place.key : place.at;
}

export async function countLinks(services: Reads & SharedCounts, member: Member, filter: LinkFilter): Promise<number> {
  const { sql, values } = matching(authorizeOwn(member, "links:read"), filter);
  const count = `SELECT count(*)::int AS links FROM link WHERE ${sql}`;
  // Counting a large account takes far longer than reading a page of it, and everybody at it asks for the same.
  return services.linkCounts(JSON.stringify([sql, values]), async () => {
    const [row] = await readRows<{ links: number }>(services.reads, count, values);
    return row?.links ?? 0;
  });
}

/** The newest links of each of these groups, at most so many of each. */
export async function newestOfGroups(
  services: Database,
  member: Member,
  groupIds: readonly string[],
  most: number,
): Promise<Map<string, LinkRow[]>> {
  const ownerId = authorizeOwn(member, "links:read");
  const em = services.orm.em.fork();
  const rows = await em.execute<Record<string, unknown>[]>(
    `SELECT newest.* FROM unnest(?::uuid[]) AS wanted (id) CROSS JOIN LATERAL (
       SELECT * FROM link WHERE group_id = wanted.id AND owner_id = ? ORDER BY created_at DESC, id DESC LIMIT ?) AS newest
     ORDER BY newest.created_at DESC, newest.id DESC`,
    [`{${groupIds.join(",")}}`, ownerId, most],
  );
  const links = new Map<string, LinkRow[]>(groupIds.map((id) => [id, []]));
  for (const row of rows) {
    const link = em.map(LinkRow, row);
    if (link.groupId !== null) links.get(link.groupId)?.push(link);
  }
  return links;
}
