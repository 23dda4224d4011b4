import { clicksPerGroup } from "../groups/clicks.ts";
import type { GroupRow } from "../groups/groupRow.ts";
import { linksPerGroup, listGroups } from "../groups/queries.ts";
import type { LinkRow } from "../links/linkRow.ts";
import { listLinks } from "../links/queries.ts";
import { linkSort, newestFirst } from "../links/sort.ts";
import type { Services } from "../services.ts";
import { accountTotals } from "../stats/accountTotals.ts";
import type { LinkTotals } from "../stats/linkTotals.ts";
import type { TimeRange } from "../stats/range.ts";
import { accountClicks, clickedLinks } from "./accountClicks.ts";
import { growthPercent, growthPeriods, oneDecimal, percent } from "./growth.ts";

export interface Overview {
  readonly totalUrls: number;
  readonly totalClicks: number;
  readonly totalGroups: number;
  readonly activeUrls: number;
  /** Links that are switched off. */
  readonly expiredUrls: number;
  /** Active links that were ever clicked, in percent of the active ones; one decimal. */
  readonly averageCTR: number;
}

/** Percent against the seven days before, `ctr` in points; null where there is nothing to compare with. */
export interface Growth {
  readonly urls: number | null;
  readonly clicks: number | null;
  readonly groups: number | null;
  readonly ctr: number | null;
}

export interface GroupSummary {
  readonly group: GroupRow;
  readonly urlCount: number;
  readonly totalClicks: number;
}

export interface Dashboard {
  readonly overview: Overview;
  readonly growth: Growth;
  /** Newest first. */
  readonly recentLinks: readonly LinkRow[];
  /** Most clicked first. */
  readonly topLinks: readonly LinkRow[];
  /** Newest first. */
  readonly groups: readonly GroupSummary[];
}

/** How many links and groups the short lists hold. */
const listed = 5;

interface Question {
  readonly ownerId: string;
  /** IANA name. */
  readonly tz: string;
  /** Whether bots are counted too. */
  readonly bots: boolean;
}

export async function dashboard(services: Services, question: Question): Promise<Dashboard> {
  const { ownerId, bots } = question;
  const { clickhouse } = services;
  const { current, previous } = growthPeriods(services.now(), question.tz);
  const list = { filter: {}, start: { offset: 0 }, limit: listed, bots };
  const [made, totals, clicks, clicksBefore, shares, recent, top, groups] = await Promise.all([
    counts(services, ownerId, current, previous),
    accountTotals(clickhouse, [ownerId]),
    accountClicks(clickhouse, question, current),
    accountClicks(clickhouse, question, previous),
    clickedShares(services, question, current, previous),
    listLinks(services, ownerId, { ...list, sort: newestFirst }),
    listLinks(services, ownerId, { ...list, sort: linkSort("clicks") }),
    groupSummaries(services, ownerId, bots),
  ]);
  return {
    overview: {
      totalUrls: made.urls,
      totalClicks: clicksOf(totals.get(ownerId), bots),
      totalGroups: made.groups,
      activeUrls: made.active,
      expiredUrls: made.urls - made.active,
      averageCTR: shares.ever ?? 0,
    },
    growth: {
      urls: growthPercent(made.urlsNow, made.urlsBefore),
      clicks: growthPercent(clicks, clicksBefore),
      groups: growthPercent(made.groupsNow, made.groupsBefore),
      ctr: shares.now === null || shares.before === null ? null : oneDecimal(shares.now - shares.before),
    },
    recentLinks: recent.map(({ link }) => link),
    topLinks: top.map(({ link }) => link),
    groups,
  };
}

function clicksOf(totals: LinkTotals | undefined, bots: boolean): number {
  return (bots ? totals?.all : totals?.people) ?? 0;
}

interface Counts {
  readonly urls: number;
  readonly active: number;
  readonly groups: number;
  readonly urlsNow: number;
  readonly urlsBefore: number;
  readonly groupsNow: number;
  readonly groupsBefore: number;
}

async function counts(services: Services, ownerId: string, current: TimeRange, previous: TimeRange): Promise<Counts> {
  const within = "count(*) FILTER (WHERE created_at >= ? AND created_at < ?)::int";
  const periods = [current.from, current.to, previous.from, previous.to];
  const em = services.orm.em.fork();
  const [[links], [groups]] = await Promise.all([
    em.execute<Pick<Counts, "urls" | "active" | "urlsNow" | "urlsBefore">[]>(
      `SELECT count(*)::int AS urls, count(*) FILTER (WHERE is_active)::int AS active, ${within} AS "urlsNow",
         ${within} AS "urlsBefore" FROM link WHERE owner_id = ?`,
      [...periods, ownerId],
    ),
    em.execute<Pick<Counts, "groups" | "groupsNow" | "groupsBefore">[]>(
      `SELECT count(*)::int AS groups, ${within} AS "groupsNow", ${within} AS "groupsBefore"
       FROM link_group WHERE owner_id = ?`,
      [...periods, ownerId],
    ),
  ]);
  if (!links || !groups) throw new TypeError("a count always gives a row");
  return { ...links, ...groups };
}

interface Shares {
  readonly ever: number | null;
  readonly now: number | null;
  readonly before: number | null;
}

/**
 * Active links that were clicked, in percent of the active ones: ever, in the current range, and in the previous one,
 * for which only links count that were made before the current one. Null where there are none.
 */
async function clickedShares(
  services: Services,
  question: Question,
  current: TimeRange,
  previous: TimeRange,
): Promise<Shares> {
  const em = services.orm.em.fork();
  const [active] = await em.execute<{ now: number; before: number }[]>(
    `SELECT count(*)::int AS now, count(*) FILTER (WHERE created_at < ?)::int AS before
     FROM link WHERE owner_id = ? AND is_active`,
    [current.from, question.ownerId],
  );
  if (!active || active.now === 0) return { ever: null, now: null, before: null };
  const clicked = { ever: 0, now: 0, before: 0 };
  for await (const links of clickedLinks(services.clickhouse, question, current, previous)) {
    const list = (values: readonly (string | boolean)[]) => `{${values.join(",")}}`;
    const [row] = await em.execute<(typeof clicked)[]>(
      `SELECT count(*)::int AS ever, count(*) FILTER (WHERE is_now)::int AS now,
         count(*) FILTER (WHERE was_before AND created_at < ?)::int AS before
       FROM unnest(?::uuid[], ?::boolean[], ?::boolean[]) AS clicked (id, is_now, was_before) JOIN link USING (id)
       WHERE owner_id = ? AND is_active`,
      [
        current.from,
        list(links.map(({ id }) => id)),
        list(links.map(({ isNow }) => isNow)),
        list(links.map(({ wasBefore }) => wasBefore)),
        question.ownerId,
      ],
    );
    clicked.ever += row?.ever ?? 0;
    clicked.now += row?.now ?? 0;
    clicked.before += row?.before ?? 0;
  }
  return {
    ever: percent(clicked.ever, active.now),
    now: percent(clicked.now, active.now),
    before: active.before === 0 ? null : percent(clicked.before, active.before),
  };
}

async function groupSummaries(services: Services, ownerId: string, bots: boolean): Promise<GroupSummary[]> {
  const groups = await listGroups(services, ownerId, null, { limit: listed });
  const ids = groups.map(({ id }) => id);
  const [urls, clicks] = await Promise.all([linksPerGroup(services, ids), clicksPerGroup(services, ownerId, ids)]);
  return groups.map((group) => {
    return { group, urlCount: urls.get(group.id) ?? 0, totalClicks: clicksOf(clicks.get(group.id), bots) };
  });
}
