import type { ShareAnswers } from "@hoplog/platform/coalescing/batchWhileBusy.js";
import { notFoundError } from "@hoplog/schema/errors.js";
import { authorize, authorizeAccount, authorizeLinks, authorizeOwn, type Member } from "../access/authorize.ts";
import type { LinkBounds } from "../access/linkBounds.ts";
import type { Clock } from "../calls/capabilities.ts";
import { once } from "../calls/once.ts";
import type { Database } from "../database/orm.ts";
import { readRows, readRowsOnce } from "../database/reads.ts";
import type { LinkPosition } from "./cursor.ts";
import type { LinkCondition } from "./condition.ts";
import { type LinkFilter, matching, type ResolvedFilter } from "./filter.ts";
import type { LinkListQuestion, ListedLink, ResolvedListQuestion } from "./linkList.ts";
import { linkColumns, LinkRow } from "./linkRow.ts";
import { linksByClicks, type RankingServices } from "./linksByClicks.ts";
import type { LinksById } from "./linksById.ts";
import { placesOf } from "./places.ts";
import { type FilterServices, isSearch, resolveFilter, resolveNames, resolveSearch } from "./resolveFilter.ts";
import { isFrequent } from "./searched.ts";
import { linksInOtherOrder } from "./otherOrders.ts";
import { type LinkSortField, type OtherSortField, otherSortFields } from "./sort.ts";

/** Of links that hold only what seems to be meant so many are counted. */
const meantCounted = 1000;

/** A page of a frequent text is full within so many links, which are read in some milliseconds. */
const nearRows = 6000;

/** What lists of links take from outside. */
export type LinkQueries = FilterServices & RankingServices & Clock;

/** Shares the answers of equal counts that are requested at the same time. */
export interface SharedCounts {
  readonly linkCounts: ShareAnswers<number>;
}

/** Throws NOT_FOUND_ERROR, also for another workspace's link; AUTHORIZATION_ERROR. */
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

/** A list of links: its pages, and how many links are in it. */
export interface LinkList {
  /** One row more than is shown may be requested to see whether there is a next page. */
  readonly page: (question: PageQuestion) => Promise<ListedLink[]>;
  readonly count: () => Promise<number>;
}

type PageQuestion = Omit<LinkListQuestion, "filter">;

/** What a filter means is looked up once, for pages and count: a search takes longer than either. */
export function linkList(services: LinkQueries & SharedCounts, member: Member, filter: LinkFilter): LinkList {
  const asker = askerOf(member);
  const { page, resolved } = pagesOf(services, asker, filter);
  return { page, count: async () => countResolved(services, asker, filter, await resolved()) };
}

/** One page of a list that is not counted. */
export async function listLinks(
  services: LinkQueries,
  member: Member,
  { filter, ...question }: LinkListQuestion,
): Promise<ListedLink[]> {
  return pagesOf(services, askerOf(member), filter).page(question);
}

interface Asker {
  readonly ownerId: string;
  readonly userId: string;
  /** The only links that the asker's credential reaches. */
  readonly within: LinkBounds | null;
}

function askerOf(member: Member): Asker {
  const ownerId = authorizeLinks(member, "links:read");
  return { ownerId, userId: authorizeAccount(member, "links:read"), within: member.within ?? null };
}

/** A page of what many links hold is looked for among those that come first: nothing else is looked up then. */
function pagesOf(services: LinkQueries, asker: Asker, given: LinkFilter) {
  const named = once(() => resolveNames(services, asker, given));
  const resolved = once(async () => resolveSearch(services, asker, await named()));
  async function near(question: PageQuestion, filter: ResolvedFilter): Promise<ListedLink[] | null> {
    const page = await pageInOrder(services, asker, { ...question, filter }, nearRows);
    return page.length === question.limit ? page : null;
  }
  async function page(question: PageQuestion): Promise<ListedLink[]> {
    const { field } = question.sort;
    const isNear = isSearch(given) && (field === "created" || field === "name");
    const first = await named();
    const isTried = isNear && !first.isRare && (await isFrequent(services, asker.ownerId, first));
    const page = isTried ? await near(question, first) : null;
    if (page) return page;
    const filter = await resolved();
    // Of the same text the first ones were read.
    const isOpen = isNear && !filter.foundIds && (filter.meant !== undefined || !isTried);
    return (isOpen ? await near(question, filter) : null) ?? pageOf(services, asker, { ...question, filter });
  }
  return { page, resolved };
}

async function pageOf(services: LinkQueries, asker: Asker, question: ResolvedListQuestion): Promise<ListedLink[]> {
  const { field } = question.sort;
  if (field === "clicks") return linksByClicks(services, asker.ownerId, question);
  return isOther(field)
    ? linksInOtherOrder(services, asker, question, field)
    : pageInOrder(services, asker, question, null);
}

/** In an order for which there is an index; among so many links of the workspace alone that come next in it, or all. */
async function pageInOrder(
  services: LinkQueries,
  asker: Asker,
  { filter, sort, start, limit }: ResolvedListQuestion,
  among: number | null,
): Promise<ListedLink[]> {
  const byName = sort.field === "name";
  const key = byName ? "lower(name)" : "created_at";
  const { sql, values } = matching(asker.ownerId, filter, services.now());
  const after = "after" in start ? start.after : null;
  const behind = after ? `AND (${key}, id) ${sort.direction === "asc" ? ">" : "<"} (?, ?)` : "";
  const behindValues = after ? [keyOf(after), after.id] : [];
  const order = `ORDER BY ${key} ${sort.direction}, id ${sort.direction}`;
  const from = among === null ? "link" : `(SELECT * FROM link WHERE owner_id = ? ${behind} ${order} LIMIT ?) AS link`;
  const rows = await readerFor(filter)<LinkRow & { sort_key: string | null }>(
    services.reads,
    `SELECT ${linkColumns}, ${byName ? "lower(name)" : "NULL"} AS sort_key FROM ${from}
     WHERE ${sql} ${among === null ? behind : ""} ${order} LIMIT ? OFFSET ?`,
    [
      ...(among === null ? [] : [asker.ownerId, ...behindValues, among]),
      ...values,
      ...(among === null ? behindValues : []),
      limit,
      "offset" in start ? start.offset : 0,
    ],
  );
  return rows.map(({ sort_key, ...link }) => {
    const { id, createdAt: at } = link;
    return { link, position: byName ? { field: "name", key: sort_key ?? "", id } : { field: "created", at, id } };
  });
}

function isOther(field: LinkSortField): field is OtherSortField {
  return otherSortFields.some((other) => other === field);
}

/** Statements stay prepared for the filters that are used all the time, not for each combination of all that there are. */
function readerFor(filter: ResolvedFilter) {
  const { search, withTags, favourite, hasNote, deadDestination, externalId, createdFrom, createdTo, clicked } = filter;
  // How a search is best answered depends on how often its text occurs.
  const rare = [search, withTags, favourite, hasNote, deadDestination, externalId, createdFrom, createdTo, clicked];
  const isRare = rare.some((value) => value !== undefined && value !== null);
  return isRare ? readRowsOnce : readRows;
}

function keyOf(position: LinkPosition): string | Date {
  if (position.field === "clicks") throw new TypeError("an order by clicks has no key in Postgres");
  return position.field === "created" ? position.at : position.key;
}

async function countResolved(
  services: LinkQueries & SharedCounts,
  { ownerId, userId, within }: Asker,
  filter: LinkFilter,
  resolved: ResolvedFilter,
): Promise<number> {
  const { sql, values } = countOf(ownerId, resolved, services.now());
  // Counting a large account takes far longer than reading a page of it, and everybody at it requests the same.
  const asker = filter.favourite === undefined ? null : userId;
  return services.linkCounts(JSON.stringify([ownerId, asker, filter, within]), async () => {
    const [row] = await readerFor(resolved)<{ links: number }>(services.reads, sql, values);
    return row?.links ?? 0;
  });
}

/**
 * Without a filter an index alone counts all links of an account, and another one its archived ones; whether each link is
 * archived stands in its row, which would have to be read.
 */
function countOf(ownerId: string, filter: ResolvedFilter, now: Date): LinkCondition {
  const { sql, values } = matching(ownerId, { ...filter, isCounted: true }, now);
  // Of what is only nearly meant a large number says enough.
  if (filter.meant && !filter.foundIds) {
    return {
      sql: `SELECT count(*)::int AS links FROM (SELECT FROM link WHERE ${sql} LIMIT ?) AS alike`,
      values: [...values, meantCounted],
    };
  }
  if (sql !== matching(ownerId, {}, now).sql)
    return { sql: `SELECT count(*)::int AS links FROM link WHERE ${sql}`, values };
  return {
    sql: `SELECT ((SELECT count(*) FROM link WHERE owner_id = ?)
      - (SELECT count(*) FROM link WHERE owner_id = ? AND archived_at IS NOT NULL))::int AS links`,
    values: [ownerId, ownerId],
  };
}

/** The ids of the links that match, newest first, at most so many. */
export async function matchingIds(
  services: FilterServices & Clock,
  member: Member,
  filter: LinkFilter,
  max: number,
): Promise<string[]> {
  const asker = askerOf(member);
  const resolved = await resolveFilter(services, asker, filter);
  const { sql, values } = matching(asker.ownerId, resolved, services.now());
  const rows = await readRowsOnce<{ id: string }>(
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
