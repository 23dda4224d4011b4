import type { ShareAnswers } from "@hoplog/platform/coalescing/batchWhileBusy.js";
import { notFoundError } from "@hoplog/schema/errors.js";
import { authorize, authorizeOwn, type Member } from "../access/authorize.ts";
import type { Clock } from "../calls/capabilities.ts";
import type { Database } from "../database/orm.ts";
import { readRows, type Reads } from "../database/reads.ts";
import type { LinkPosition } from "./cursor.ts";
import type { KnownDomains } from "./domainOfLink.ts";
import { type LinkFilter, matching } from "./filter.ts";
import type { LinkListQuestion, ListedLink } from "./linkList.ts";
import { linkColumns, LinkRow } from "./linkRow.ts";
import { linksByClicks, type RankingServices } from "./linksByClicks.ts";
import type { LinksById } from "./linksById.ts";
import { resolveFilter } from "./resolveFilter.ts";

/** What lists of links take from outside. */
export type LinkQueries = Reads & KnownDomains & RankingServices & Clock;

/** Shares the answers of equal counts that are requested at the same time. */
export interface SharedCounts {
  readonly linkCounts: ShareAnswers<number>;
}

/** Throws NOT_FOUND_ERROR, also for another workspace's link; AUTHORIZATION_ERROR. */
export async function getLink(
  services: LinksById,
  member: Member,
  id: string,
  permission: "links:read" | "stats:read" = "links:read",
): Promise<LinkRow> {
  const link = await services.linkById(id);
  authorize(member, permission, { type: "link", workspaceId: link?.ownerId ?? null });
  if (!link) throw notFoundError("Link");
  return link;
}

/** One page. One row more than is shown may be requested to see whether there is a next page. */
export async function listLinks(
  services: LinkQueries,
  member: Member,
  question: LinkListQuestion,
): Promise<ListedLink[]> {
  const ownerId = authorizeOwn(member, "links:read");
  const filter = await resolveFilter(services, ownerId, question.filter);
  if (question.sort.field === "clicks") return linksByClicks(services, ownerId, { ...question, filter });
  const { sort, start, limit } = question;
  const byName = sort.field === "name";
  const key = byName ? "lower(name)" : "created_at";
  const { sql, values } = matching(ownerId, filter, services.now());
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
    return { link, position: byName ? { field: "name", key: sort_key ?? "", id } : { field: "created", at, id } };
  });
}

function keyOf(position: LinkPosition): string | Date {
  if (position.field === "clicks") throw new TypeError("an order by clicks has no key in Postgres");
  return position.field === "name" ? position.key : position.at;
}

export async function countLinks(
  services: Reads & KnownDomains & SharedCounts & Clock,
  member: Member,
  filter: LinkFilter,
): Promise<number> {
  const ownerId = authorizeOwn(member, "links:read");
  const { sql, values } = matching(ownerId, await resolveFilter(services, ownerId, filter), services.now());
  const count = `SELECT count(*)::int AS links FROM link WHERE ${sql}`;
  // Counting a large account takes far longer than reading a page of it, and everybody at it requests the same.
  const { search, isActive, groupId, domain } = filter;
  const same = [ownerId, search ?? null, isActive ?? null, groupId ?? null, domain ?? null];
  return services.linkCounts(JSON.stringify(same), async () => {
    const [row] = await readRows<{ links: number }>(services.reads, count, values);
    return row?.links ?? 0;
  });
}

/** The ids of the links that match, newest first, at most so many. */
export async function matchingIds(
  services: Reads & KnownDomains & Clock,
  member: Member,
  filter: LinkFilter,
  max: number,
): Promise<string[]> {
  const ownerId = authorizeOwn(member, "links:read");
  const { sql, values } = matching(ownerId, await resolveFilter(services, ownerId, filter), services.now());
  const rows = await readRows<{ id: string }>(
    services.reads,
    `SELECT id FROM link WHERE ${sql} ORDER BY created_at DESC, id DESC LIMIT ?`,
    [...values, max],
  );
  return rows.map(({ id }) => id);
}

/** The newest links of each of these groups, at most so many of each. */
export async function newestOfGroups(
  services: Database,
  member: Member,
  groupIds: readonly string[],
  max: number,
): Promise<Map<string, LinkRow[]>> {
  const ownerId = authorizeOwn(member, "links:read");
  const em = services.orm.em.fork();
  const rows = await em.execute<Record<string, unknown>[]>(
    `SELECT newest.* FROM unnest(?::uuid[]) AS wanted (id) CROSS JOIN LATERAL (
       SELECT * FROM link WHERE group_id = wanted.id AND owner_id = ? ORDER BY created_at DESC, id DESC LIMIT ?) AS newest
     ORDER BY newest.created_at DESC, newest.id DESC`,
    [`{${groupIds.join(",")}}`, ownerId, max],
  );
  const links = new Map<string, LinkRow[]>(groupIds.map((id) => [id, []]));
  for (const row of rows) {
    const link = em.map(LinkRow, row);
    if (link.groupId !== null) links.get(link.groupId)?.push(link);
  }
  return links;
}
