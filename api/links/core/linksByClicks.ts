import { empty, raw, sql } from "@hoplog/platform/postgres/sql.js";
import { UnavailableError } from "@hoplog/schema/errors.js";
import type { Clock, Logs } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import { type Counted, rankedLinks, totalsOf } from "../../clicks/counts/rankedLinks.ts";
import type { Database } from "../../kernel/database/orm.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import { matching, type ResolvedFilter } from "./filter.ts";
import type { ListedLink, ResolvedListQuestion } from "./linkList.ts";
import { LinkRow } from "./linkRow.ts";
import { afterOperator, type SortDirection } from "./sort.ts";

/**
 * Number of ids passed between the databases at a time; grows by `growth` up to `biggestChunk` while a page is not
 * full.
 */
const chunk = 1000;
const biggestChunk = 32 * chunk;
const growth = 4;

export type RankingServices = Database & ClickHouse & Logs & Clock;

interface RankedLink {
  readonly clicks: number;
  readonly id: string;
}

/**
 * Returns one page of links sorted by clicks. ClickHouse has the order and Postgres the links, so ids are passed in
 * chunks: if a filter matches few links, their ids are sent to ClickHouse; otherwise the ranking is walked from the
 * start of the page, and Postgres filters each chunk. Links without clicks are at one end, sorted by id. Throws
 * UnavailableError if ClickHouse is unreachable.
 */
export async function linksByClicks(
  services: RankingServices,
  ownerId: string,
  { filter, sort, start, limit, bots }: ResolvedListQuestion,
): Promise<ListedLink[]> {
  const after = "after" in start && start.after.field === "clicks" ? start.after : null;
  let skip = "offset" in start ? start.offset : 0;
  const page: RankedLink[] = [];
  const list = { services, ownerId, filter, bots, direction: sort.direction, now: services.now() };
  for await (const rankedLinksOfChunk of walk(list, after)) {
    page.push(...rankedLinksOfChunk.slice(skip, skip + limit - page.length));
    skip = Math.max(0, skip - rankedLinksOfChunk.length);
    if (page.length === limit) break;
  }
  const rows = await services.orm.em.fork().find(LinkRow, { id: { $in: page.map(({ id }) => id) } });
  const links = new Map(rows.map((row) => [row.id, row]));
  return page.flatMap(({ id, clicks }) => {
    const link = links.get(id);
    return link ? { link, position: { field: "clicks", clicks, id } } : [];
  });
}

interface Walk {
  readonly services: RankingServices;
  readonly ownerId: string;
  readonly filter: ResolvedFilter;
  readonly bots: boolean;
  readonly direction: SortDirection;
  readonly now: Date;
}

async function* walk(list: Walk, after: RankedLink | null): AsyncGenerator<RankedLink[]> {
  const few = await idsAfter(list, null, "asc", chunk + 1);
  if (few.length <= chunk) {
    yield (await counted(list, few))
      .toSorted(order(list.direction))
      .filter((position) => isBehind(position, after, list));
    return;
  }
  if (list.direction === "desc") {
    if (!after || after.clicks > 0) yield* clicked(list, after);
    yield* unclicked(list, after && after.clicks === 0 ? after.id : null);
  } else {
    if (!after || after.clicks === 0) yield* unclicked(list, after?.id ?? null);
    yield* clicked(list, after && after.clicks > 0 ? after : null);
  }
}

/** Yields chunks of matching links with clicks, in the order of the ranking. */
async function* clicked(list: Walk, after: RankedLink | null): AsyncGenerator<RankedLink[]> {
  const { services, ownerId, bots, direction } = list;
  let last = after;
  for (let limit = chunk; ; limit = Math.min(limit * growth, biggestChunk)) {
    const question = { ownerId, bots, direction, after: last, limit };
    const ranked = await queryClickHouse(services, () => rankedLinks(services.clickhouse, question));
    const ids = ranked.map(({ id }) => id);
    const found = await rowsOf<{ id: string }>(
      services.orm.em.fork(),
      sql`SELECT id FROM link WHERE ${matching(ownerId, list.filter, list.now)} AND id = ANY (${ids}::uuid[])`,
    );
    const listed = new Set(found.map(({ id }) => id));
    yield ranked.filter(({ id }) => listed.has(id));
    last = ranked.at(-1) ?? last;
    if (ranked.length < limit) return;
  }
}

/** Yields chunks of matching links without clicks, sorted by id. */
async function* unclicked(list: Walk, after: string | null): AsyncGenerator<RankedLink[]> {
  let last = after;
  for (let limit = chunk; ; limit = Math.min(limit * growth, biggestChunk)) {
    const ids = await idsAfter(list, last, list.direction, limit);
    yield (await counted(list, ids)).filter(({ clicks }) => clicks === 0);
    last = ids.at(-1) ?? last;
    if (ids.length < limit) return;
  }
}

async function idsAfter(list: Walk, after: string | null, direction: SortDirection, limit: number): Promise<string[]> {
  const behind = after === null ? empty : sql`AND id ${afterOperator(direction)} ${after}`;
  const rows = await rowsOf<{ id: string }>(
    list.services.orm.em.fork(),
    sql`SELECT id FROM link WHERE ${matching(list.ownerId, list.filter, list.now)} ${behind}
     ORDER BY id ${raw(direction)} LIMIT ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Returns the clicks of links, in the given order. */
async function counted({ services, ownerId, bots }: Walk, ids: readonly string[]): Promise<Counted[]> {
  const totals = await queryClickHouse(services, () => totalsOf(services.clickhouse, ownerId, ids, bots));
  return ids.map((id) => ({ id, clicks: totals.get(id) ?? 0 }));
}

/** Runs a query, or throws UnavailableError: without ClickHouse the list would be in another order. */
async function queryClickHouse<T>({ logger }: Logs, query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    logger.warn({ err: error }, "could not sort links by clicks");
    throw new UnavailableError(
      "Links can't be sorted by clicks at the moment. Sort them by name or date, or try again later.",
      error,
    );
  }
}

function order(direction: SortDirection) {
  const sign = direction === "asc" ? 1 : -1;
  return (a: RankedLink, b: RankedLink) => sign * (a.clicks - b.clicks || (a.id < b.id ? -1 : 1));
}

function isBehind(position: RankedLink, after: RankedLink | null, { direction }: Walk): boolean {
  return after === null || (position.id !== after.id && order(direction)(position, after) > 0);
}
