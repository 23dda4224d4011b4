import type { ShareAnswers } from "@hoplog/platform/coalescing/batchWhileBusy.js";
import { sql, type Sql } from "@hoplog/platform/postgres/sql.js";
import { notFoundError } from "@hoplog/schema/errors.js";
import {
  authorize,
  authorizeAccount,
  authorizeLinks,
  authorizeOwn,
  type Member,
} from "../../kernel/access/authorize.ts";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import type { Database } from "../../kernel/database/orm.ts";
import { readRowsOnce } from "../../kernel/database/reads.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import { LinkRow } from "./linkRow.ts";
import { type LinkFilter, matching, type ResolvedFilter } from "./filter.ts";
import type { LinkListQuestion, ListedLink } from "./linkList.ts";
import { type PageQuestion, type PageServices, pagesOf, readerFor } from "./listPages.ts";
import type { LinksById } from "./linksById.ts";
import { placesOf } from "./places.ts";
import { type ListCaller, type FilterServices, resolveFilter } from "./resolveFilter.ts";

/** Maximum count of approximate matches. */
const suggestedCountMax = 1000;

/** The dependencies of lists of links. */
export type LinkQueries = PageServices;

/** Shares the result of equal concurrent counts. */
export interface SharedCounts {
  readonly linkCounts: ShareAnswers<number>;
}

/** Returns a link. Throws NOT_FOUND_ERROR, also for another workspace's link; AUTHORIZATION_ERROR. */
export async function getLink(
  services: LinksById,
  member: Member,
  id: string,
  permission: "links:read" | "links:write" | "stats:read" = "links:read",
): Promise<LinkRow> {
  const link = await services.linkById(id);
  const places = await placesOf(services, member, link);
  authorize(member, permission, { type: "link", workspaceId: link?.ownerId ?? null, places });
  if (!link) throw notFoundError("Link");
  return link;
}

/** A list of links: its pages and its length. */
export interface LinkList {
  /** Returns a page. Callers may request one row more than they show, to find out whether there is a next page. */
  readonly page: (question: PageQuestion) => Promise<ListedLink[]>;
  readonly count: () => Promise<number>;
}

/**
 * Returns a list that resolves its filter once for both the pages and the count, because resolving a search takes
 * longer than either.
 */
export function linkList(services: LinkQueries & SharedCounts, member: Member, filter: LinkFilter): LinkList {
  const caller = listCallerOf(member);
  const { page, resolved } = pagesOf(services, caller, filter);
  return { page, count: async () => countResolved(services, caller, filter, await resolved()) };
}

/** Returns one page of a list without a count. */
export async function listLinks(
  services: LinkQueries,
  member: Member,
  { filter, ...question }: LinkListQuestion,
): Promise<ListedLink[]> {
  return pagesOf(services, listCallerOf(member), filter).page(question);
}

function listCallerOf(member: Member): ListCaller {
  const ownerId = authorizeLinks(member, "links:read");
  return { ownerId, userId: authorizeAccount(member, "links:read"), within: member.within ?? null };
}

async function countResolved(
  services: LinkQueries & SharedCounts,
  { ownerId, userId, within }: ListCaller,
  filter: LinkFilter,
  resolved: ResolvedFilter,
): Promise<number> {
  // Shared, because counting a large account takes far longer than reading a page, and all of its users request the
  // same count.
  const caller = filter.favourite === undefined ? null : userId;
  return services.linkCounts(JSON.stringify([ownerId, caller, filter, within]), async () => {
    const [row] = await readerFor(resolved)<{ links: number }>(
      services.reads,
      countOf(ownerId, resolved, services.now()),
    );
    return row?.links ?? 0;
  });
}

/**
 * Builds the count. Without a filter, one index counts all links of an account and another one its archived links,
 * without reading the rows.
 */
function countOf(ownerId: string, filter: ResolvedFilter, now: Date): Sql {
  const matched = matching(ownerId, { ...filter, isCounted: true }, now);
  // Approximate matches are counted only up to the maximum.
  if (filter.meant && !filter.foundIds)
    return sql`SELECT count(*)::int AS links FROM (SELECT FROM link WHERE ${matched} LIMIT ${suggestedCountMax}) AS alike`;
  if (matched.text !== matching(ownerId, {}, now).text)
    return sql`SELECT count(*)::int AS links FROM link WHERE ${matched}`;
  return sql`SELECT ((SELECT count(*) FROM link WHERE owner_id = ${ownerId})
    - (SELECT count(*) FROM link WHERE owner_id = ${ownerId} AND archived_at IS NOT NULL))::int AS links`;
}

/** Returns the ids of matching links, newest first, at most `max`. */
export async function matchingIds(
  services: FilterServices & Clock,
  member: Member,
  filter: LinkFilter,
  max: number,
): Promise<string[]> {
  const caller = listCallerOf(member);
  const resolved = await resolveFilter(services, caller, filter);
  const rows = await readRowsOnce<{ id: string }>(
    services.reads,
    sql`SELECT id FROM link WHERE ${matching(caller.ownerId, resolved, services.now())}
     ORDER BY created_at DESC, id DESC LIMIT ${max}`,
  );
  return rows.map(({ id }) => id);
}

/** Returns the newest links of each of the given groups, at most `max` per group. */
export async function newestOfGroups(
  services: Database,
  member: Member,
  groupIds: readonly string[],
  max: number,
): Promise<Map<string, LinkRow[]>> {
  const ownerId = authorizeOwn(member, "links:read");
  const em = services.orm.em.fork();
  const rows = await rowsOf<Record<string, unknown>>(
    em,
    sql`SELECT newest.* FROM unnest(${groupIds}::uuid[]) AS wanted (id) CROSS JOIN LATERAL (
       SELECT * FROM link WHERE group_id = wanted.id AND owner_id = ${ownerId} ORDER BY created_at DESC, id DESC
         LIMIT ${max}) AS newest
     ORDER BY newest.created_at DESC, newest.id DESC`,
  );
  const links = new Map<string, LinkRow[]>(groupIds.map((id) => [id, []]));
  for (const row of rows) {
    const link = em.map(LinkRow, row);
    if (link.groupId !== null) links.get(link.groupId)?.push(link);
  }
  return links;
}
