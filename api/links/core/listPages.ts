import { empty, raw, sql } from "@hoplog/platform/postgres/sql.js";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import { once } from "../../kernel/calls/once.ts";
import { readRows, readRowsOnce } from "../../kernel/database/reads.ts";
import type { LinkPosition } from "./cursor.ts";
import { type LinkFilter, matching, type ResolvedFilter } from "./filter.ts";
import type { LinkListQuestion, ListedLink, ResolvedListQuestion } from "./linkList.ts";
import { linkColumns, type LinkRow } from "./linkRow.ts";
import { linksByClicks, type RankingServices } from "./linksByClicks.ts";
import { linksInOtherOrder } from "./secondarySorts.ts";
import { type ListCaller, type FilterServices, isSearch, resolveNames, resolveSearch } from "./resolveFilter.ts";
import { isFrequent } from "./searched.ts";
import { afterOperator, type LinkSortField, type OtherSortField, otherSortFields } from "./sort.ts";

export type PageServices = FilterServices & RankingServices & Clock;

export type PageQuestion = Omit<LinkListQuestion, "filter">;

/** Number of links to search first for a frequent text: usually enough for a page, and read in a few milliseconds. */
const nearRows = 6000;
/**
 * The maximum number of links to search for a less frequent text: beyond it, looking up all matching links is faster.
 */
const nearRowsMax = 40_000;

/**
 * Reads pages of a list. In an order by creation or name, a frequent search text is first searched among the first
 * links, which can avoid all other lookups.
 */
export function pagesOf(services: PageServices, caller: ListCaller, given: LinkFilter) {
  const named = once(() => resolveNames(services, caller, given));
  let isHeld = false;
  const resolved = once(async () => resolveSearch(services, caller, { ...(await named()), isHeld }));
  async function near(question: PageQuestion, filter: ResolvedFilter): Promise<ListedLink[] | null> {
    const read = async (among: number) => pageInOrder(services, caller, { ...question, filter }, among);
    const first = await read(nearRows);
    if (first.length === question.limit) return first;
    isHeld ||= first.length > 0 && filter.meant === undefined;
    // Reads twice as many links as needed if matches remain equally frequent.
    const among = Math.ceil((2 * nearRows * question.limit) / first.length);
    if (among > nearRowsMax) return null;
    const page = await read(among);
    return page.length === question.limit ? page : null;
  }
  async function page(question: PageQuestion): Promise<ListedLink[]> {
    const { field } = question.sort;
    const isNear = isSearch(given) && (field === "created" || field === "name");
    const first = await named();
    const isTried = isNear && !first.isRare && !first.foundIds && (await isFrequent(services, caller.ownerId, first));
    const page = isTried ? await near(question, first) : null;
    if (page) return page;
    const filter = await resolved();
    // Skipped if the first links were already searched for the same text.
    const isOpen = isNear && !filter.foundIds && (filter.meant !== undefined || !isTried);
    return (isOpen ? await near(question, filter) : null) ?? pageOf(services, caller, { ...question, filter });
  }
  return { page, resolved };
}

async function pageOf(
  services: PageServices,
  caller: ListCaller,
  question: ResolvedListQuestion,
): Promise<ListedLink[]> {
  const { field } = question.sort;
  if (field === "clicks") return linksByClicks(services, caller.ownerId, question);
  if (isOther(field)) return linksInOtherOrder(services, caller, question, field);
  return field === "created" && question.filter.isFoundInOrder
    ? pageOfFound(services, caller, question)
    : pageInOrder(services, caller, question, null);
}

/** Reads a page from the first of the found links, and from further ones only if other filters exclude too many. */
async function pageOfFound(
  services: PageServices,
  caller: ListCaller,
  question: ResolvedListQuestion,
): Promise<ListedLink[]> {
  const { filter, sort, start, limit } = question;
  const { foundIds = [] } = filter;
  const ordered = sort.direction === "desc" ? foundIds : foundIds.toReversed();
  // The cursor may belong to another list, so its link may be missing from the found ones.
  const from = "after" in start ? ordered.indexOf(start.after.id) + 1 : 0;
  let many = from + ("offset" in start ? start.offset : 0) + limit;
  for (;;) {
    const first = { ...filter, foundIds: ordered.slice(from, many) };
    const page = await pageInOrder(services, caller, { ...question, filter: first }, null);
    if (page.length === limit || many >= ordered.length) return page;
    many = from + (many - from) * 4;
  }
}

/**
 * Reads a page in an order that has an index, from only the next `among` links of the workspace in that order, or from
 * all.
 */
async function pageInOrder(
  services: PageServices,
  caller: ListCaller,
  { filter, sort, start, limit }: ResolvedListQuestion,
  among: number | null,
): Promise<ListedLink[]> {
  const byName = sort.field === "name";
  const key = raw(byName ? "lower(name)" : "created_at");
  const to = raw(sort.direction);
  const after = "after" in start ? start.after : null;
  const behind = after ? sql`AND (${key}, id) ${afterOperator(sort.direction)} (${keyOf(after)}, ${after.id})` : empty;
  const order = sql`ORDER BY ${key} ${to}, id ${to}`;
  const from =
    among === null
      ? sql`link`
      : sql`(SELECT * FROM link WHERE owner_id = ${caller.ownerId} ${behind} ${order} LIMIT ${among}) AS link`;
  const rows = await readerFor(filter)<LinkRow & { sort_key: string | null }>(
    services.reads,
    sql`SELECT ${linkColumns}, ${byName ? key : sql`NULL`} AS sort_key FROM ${from}
     WHERE ${matching(caller.ownerId, filter, services.now())} ${among === null ? behind : empty} ${order}
     LIMIT ${limit} OFFSET ${"offset" in start ? start.offset : 0}`,
  );
  return rows.map(({ sort_key, ...link }) => {
    const { id, createdAt: at } = link;
    return { link, position: byName ? { field: "name", key: sort_key ?? "", id } : { field: "created", at, id } };
  });
}

function isOther(field: LinkSortField): field is OtherSortField {
  return otherSortFields.some((other) => other === field);
}

/**
 * Filters whose statements are not prepared: the best plan for a search depends on how frequent its text is, and the
 * other filters have too many combinations.
 */
const rareFilters = [
  "search",
  "withTags",
  "favourite",
  "hasNote",
  "deadDestination",
  "externalId",
  "creator",
  "createdFrom",
  "createdTo",
  "clicked",
] as const satisfies readonly (keyof ResolvedFilter)[];

/** Returns the function that reads rows for a filter: it prepares only statements of common filters. */
export function readerFor(filter: ResolvedFilter) {
  const isRare = rareFilters.some((name) => (filter[name] ?? null) !== null);
  return isRare ? readRowsOnce : readRows;
}

function keyOf(position: LinkPosition): string | Date {
  if (position.field === "clicks") throw new TypeError("positions in a list sorted by clicks have no key in Postgres");
  return position.field === "created" ? position.at : position.key;
}
