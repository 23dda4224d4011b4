import { z } from "zod";
import { dayOf, daysBetween, startOfDay } from "./calendar.ts";
import { growthPercent, growthPeriods, oneDecimal, percent } from "./growth.ts";
import { ranked } from "./linkOrder.ts";
import { type Question, timeZones, type Truth, withBots, zoneOfRest } from "./question.ts";
import type { Span, Sum } from "./sums.ts";

const ever: Span = { from: null, to: null };
const quarterMs = 15 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;
const periods = ["24h", "7d", "30d", "90d"] as const;
type Period = (typeof periods)[number];
const days: Readonly<Record<Period, number>> = { "24h": 1, "7d": 7, "30d": 30, "90d": 90 };

/** Checks the tiles, short lists and charts of the dashboard, over REST and GraphQL. */
export function dashboardQuestions(): Question[] {
  return timeZones.flatMap((tz) =>
    withBots.flatMap((bots) => [
      graphqlDashboard(tz, bots),
      ...periods.map((period) => graphqlAnalytics(period, tz, bots)),
      ...(tz === zoneOfRest
        ? [restDashboard(tz, bots), ...periods.map((period) => restAnalytics(period, tz, bots))]
        : []),
    ]),
  );
}

function restDashboard(tz: string, bots: boolean): Question {
  return {
    where: `GET /api/dashboard?tz=${tz}&bots=${bots}`,
    read: async (api) => (await api.rest(`/api/dashboard?tz=${encodeURIComponent(tz)}&bots=${bots}`))["data"],
    expected: async (truth) => {
      const { overview, growth, recent, top, groups } = await figures(truth, tz, bots);
      const list = (links: typeof recent) => links.map(({ id, clicks }) => ({ _id: id, noOfClicks: clicks }));
      const groupSummary = groups.map(({ id, ...rest }) => ({ _id: id, ...rest }));
      return { overview, growth, recentActivity: list(recent), topPerforming: list(top), groupSummary };
    },
  };
}

function graphqlDashboard(tz: string, bots: boolean): Question {
  return {
    where: `GraphQL dashboard(tz: ${tz}, bots: ${bots})`,
    read: async (api) => (await api.graphql(dashboardQuery, { tz, bots }))["dashboard"],
    expected: async (truth) => {
      const { overview, growth, recent, top, groups } = await figures(truth, tz, bots);
      return { overview, growth, recentLinks: recent, topLinks: top, groupSummary: groups };
    },
  };
}

const dashboardQuery = `query ($tz: String!, $bots: Boolean!) { dashboard(tz: $tz, bots: $bots) {
  overview { totalUrls totalClicks totalGroups activeUrls expiredUrls averageCTR }
  growth { urls clicks groups ctr }
  recentLinks { id clicks(bots: $bots) } topLinks { id clicks(bots: $bots) }
  groupSummary { id urlCount totalClicks } } }`;

const analyticsQuery = `query ($period: String!, $tz: String!, $bots: Boolean!) {
  dashboardAnalytics(period: $period, tz: $tz, bots: $bots) {
    clicksByDate { date clicks } urlsByDate { date clicks } groupDistribution { groupName count } } }`;

function restAnalytics(period: Period, tz: string, bots: boolean): Question {
  const query = `period=${period}&tz=${encodeURIComponent(tz)}&bots=${bots}`;
  return {
    where: `GET /api/dashboard/analytics?period=${period}&tz=${tz}&bots=${bots}`,
    read: async (api) => withGroups((await api.rest(`/api/dashboard/analytics?${query}`))["data"]),
    expected: async (truth) => {
      const { clicksByDate, urlsByDate, groupDistribution } = await charts(truth, period, tz, bots);
      return {
        clicksByDate: clicksByDate.map(({ date, clicks }) => ({ _id: date, clicks })),
        urlsByDate: urlsByDate.map(({ date, clicks }) => ({ _id: date, count: clicks })),
        groupDistribution,
      };
    },
  };
}

function graphqlAnalytics(period: Period, tz: string, bots: boolean): Question {
  return {
    where: `GraphQL dashboardAnalytics(period: ${period}, tz: ${tz}, bots: ${bots})`,
    read: async (api) => withGroups((await api.graphql(analyticsQuery, { period, tz, bots }))["dashboardAnalytics"]),
    expected: (truth) => charts(truth, period, tz, bots),
  };
}

async function figures({ recount, holdings, at }: Truth, tz: string, bots: boolean) {
  const { links, groups } = holdings;
  const counted = (sum: Sum | undefined) => (bots ? sum?.all : sum?.people) ?? 0;
  const { current, previous } = growthPeriods(at, tz);
  const [total, totals, now, before, clickedNow, clickedBefore] = await Promise.all([
    recount.ofAccount(ever),
    recount.byLink(ever),
    recount.ofAccount(wholeQuarters(current)),
    recount.ofAccount(wholeQuarters(previous)),
    recount.byLink(wholeQuarters(current)),
    recount.byLink(wholeQuarters(previous)),
  ]);
  const clicksOf = (id: string) => counted(totals.get(id));
  const active = links.filter(
    ({ isActive, expiresAt, maxClicks, used }) =>
      isActive && (expiresAt === null || expiresAt > at) && (maxClicks === null || used < maxClicks),
  );
  const share = (of: typeof active, clicked: ReadonlyMap<string, Sum>) =>
    of.length === 0 ? null : percent(of.filter(({ id }) => counted(clicked.get(id)) > 0).length, of.length);
  const ctrNow = share(active, clickedNow);
  const madeBefore = active.filter(({ createdAt }) => !current.from || createdAt < current.from);
  const ctrBefore = share(madeBefore, clickedBefore);
  const made = (rows: readonly { readonly createdAt: Date }[], { from, to }: Span) =>
    rows.filter(({ createdAt }) => (!from || createdAt >= from) && (!to || createdAt < to)).length;
  const shown = ({ id }: { readonly id: string }) => ({ id, clicks: clicksOf(id) });
  return {
    overview: {
      totalUrls: links.length,
      totalClicks: counted(total),
      totalGroups: groups.length,
      activeUrls: active.length,
      expiredUrls: links.length - active.length,
      averageCTR: share(active, totals) ?? 0,
    },
    growth: {
      urls: growthPercent(made(links, current), made(links, previous)),
      clicks: growthPercent(counted(now), counted(before)),
      groups: growthPercent(made(groups, current), made(groups, previous)),
      ctr: ctrNow === null || ctrBefore === null ? null : oneDecimal(ctrNow - ctrBefore),
    },
    recent: links.slice(0, 5).map(shown),
    top: ranked(links, clicksOf, "desc").slice(0, 5).map(shown),
    groups: groups.slice(0, 5).map(({ id }) => {
      const inside = links.filter(({ groupId }) => groupId === id);
      const totalClicks = inside.reduce((sum, link) => sum + clicksOf(link.id), 0);
      return { id, urlCount: inside.length, totalClicks };
    }),
  };
}

async function charts({ recount, holdings, at }: Truth, period: Period, tz: string, bots: boolean) {
  const from = period === "24h" ? new Date(at.getTime() - dayMs) : startOfDay(dayOf(at, tz), tz, 1 - days[period]);
  const counts = await recount.byDay(null, wholeQuarters({ from, to: null }), tz);
  const dates = daysBetween(dayOf(from, tz), dayOf(at, tz));
  const recent = holdings.links.filter(({ createdAt }) => createdAt >= from);
  const made = countBy(recent, ({ createdAt }) => dayOf(createdAt, tz));
  const names = new Map(holdings.groups.map(({ id, name }) => [id, name]));
  const groups = [...countBy(holdings.links, ({ groupId }) => groupId)];
  return {
    clicksByDate: dates.map((date) => {
      const sum = counts.get(date);
      return { date, clicks: (bots ? sum?.all : sum?.people) ?? 0 };
    }),
    urlsByDate: dates.map((date) => ({ date, clicks: made.get(date) ?? 0 })),
    groupDistribution: shownGroups(
      groups.map(([id, count]) => ({ groupName: id === null ? "No Group" : (names.get(id) ?? ""), count })),
    ),
  };
}

interface GroupCount {
  readonly groupName: string;
  readonly count: number;
}

const groupCounts = z.object({ groupDistribution: z.array(z.object({ groupName: z.string(), count: z.number() })) });

/** Sorts the groups of an answer in the order of {@link shownGroups}. */
function withGroups(answer: unknown): unknown {
  return {
    ...z.looseObject({}).parse(answer),
    groupDistribution: shownGroups(groupCounts.parse(answer).groupDistribution),
  };
}

const maxGroups = 50;

/** Sorts by size, then by name in our own order, since Postgres sorts by its locale. */
function shownGroups(groups: readonly GroupCount[]): readonly Partial<GroupCount>[] {
  const sorted = groups.toSorted((a, b) => b.count - a.count || (a.groupName < b.groupName ? -1 : 1));
  // When a chart is full, either of two equal groups may be shown last.
  return sorted.length < maxGroups ? sorted : sorted.slice(0, maxGroups).map(({ count }) => ({ count }));
}

function countBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, number> {
  const counts = new Map<K, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

/** Rounds a range to the quarter hours that it touches. */
function wholeQuarters({ from, to }: Span): Span {
  return {
    from: from && new Date(Math.floor(from.getTime() / quarterMs) * quarterMs),
    to: to && new Date(Math.ceil(Math.floor(to.getTime() / 1000) / (quarterMs / 1000)) * quarterMs),
  };
}
