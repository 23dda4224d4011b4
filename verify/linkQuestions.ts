import { groupedBySource, groupedReferrers } from "@hoplog/platform/visitor/sources.js";
import {
  byTopList,
  type Dimension,
  type DimensionColumn,
  dimensionNames,
  dimensions,
} from "@hoplog/schema/clicks/dimensions.js";
import { recordOf } from "@hoplog/schema/recordOf.js";
import { limits } from "@hoplog/schema/limits.js";
import { dayOf, startOfDay } from "./calendar.ts";
import { believable, mostFirst, withoutGaps } from "./figures.ts";
import { type Question, timeZones, type Truth, withBots, zoneOfRest } from "./question.ts";
import { type LoggedClick, singleClicks } from "./recount.ts";
import type { Span, Sum } from "./sums.ts";

const ever: Span = { from: null, to: null };

/** The part of a link's clicks that a page shows: all time, or whole days of a time zone. */
interface LinkView {
  readonly linkId: string;
  readonly span: Span;
  readonly tz: string;
  readonly bots: boolean;
}

/** Checks figures on a link's own pages: charts, tiles, top lists and log, for all time and for the last 30 days. */
export function linkQuestions(linkId: string, now: Date): Question[] {
  const spans = (tz: string) => {
    const last = dayOf(now, tz);
    return [ever, { from: startOfDay(last, tz, -29), to: startOfDay(last, tz, 1) }];
  };
  return timeZones
    .flatMap((tz) =>
      withBots.flatMap((bots) =>
        spans(tz).flatMap((span) => {
          const view = { linkId, span, tz, bots };
          return [graphqlStats(view), ...(tz === zoneOfRest ? [restStats(view), restLog(view)] : [])];
        }),
      ),
    )
    .concat(graphqlLog(linkId));
}

function rangeQuery({ span: { from, to }, tz, bots }: LinkView): string {
  const range = from && to ? `&startDate=${from.toISOString()}&endDate=${to.toISOString()}` : "";
  return `tz=${encodeURIComponent(tz)}&bots=${bots}${range}`;
}

function restStats(view: LinkView): Question {
  const path = `/api/urls/${view.linkId}/stats?${rangeQuery(view)}`;
  return {
    where: `GET ${path}`,
    read: async (api) => (await api.rest(path))["data"],
    async expected(truth) {
      const stats = await linkFigures(truth, view);
      return {
        ...restFigures(stats),
        clicksByDate: stats.clicksByDate.map(({ date, clicks }) => ({ _id: date, clicks })),
      };
    },
  };
}

const statsQuery = `query ($id: UUID!, $range: Range, $tz: String!, $bots: Boolean!) {
  linkStats(linkId: $id, range: $range, tz: $tz, bots: $bots) {
    totalClicks uniqueVisitors countries browsers clicksByDate { date clicks }
    clicksByCountry { code clicks }
    ${dimensions.map(({ top, values }) => `${top} { ${values === "countries" ? "code" : "value"} clicks }`).join(" ")} } }`;

function graphqlStats(view: LinkView): Question {
  const { linkId, span, tz, bots } = view;
  const range = span.from ? { from: span.from.toISOString(), to: span.to?.toISOString() } : null;
  return {
    where: `GraphQL linkStats(linkId: ${linkId}, ${rangeQuery(view)})`,
    read: async (api) => (await api.graphql(statsQuery, { id: linkId, range, tz, bots }))["linkStats"],
    async expected(truth) {
      const { clicksByCountry, tops, ...rest } = await linkFigures(truth, view);
      const coded = (counts: readonly Count[]) => counts.map(({ value, clicks }) => ({ code: value, clicks }));
      return {
        ...rest,
        clicksByCountry: coded(clicksByCountry),
        ...byTopList(({ name, values }) => (values === "countries" ? coded(tops[name]) : tops[name])),
      };
    },
  };
}

function restLog(view: LinkView): Question {
  const { linkId, span } = view;
  const path = `/api/urls/${linkId}/click-logs?limit=${limits.listMax}&${rangeQuery(view)}`;
  return {
    where: `GET ${path}`,
    discreet: true,
    async read(api) {
      const { data, pagination } = await api.rest(path);
      return { data, pagination };
    },
    async expected(truth) {
      const { clicksByDate: _days, ...stats } = await linkFigures(truth, view);
      const { totalClicks, uniqueIPs, countries, browsers, ...tops } = restFigures(stats);
      const total = [...(await truth.recount.byDay(linkId, span, "UTC", singleClicks)).values()].reduce(
        (sum, { all }) => sum + all,
        0,
      );
      const clicks = span.from ? null : await truth.recount.log(linkId, 0, limits.listMax);
      return {
        data: {
          stats: { totalClicks, uniqueIPs, countries, browsers },
          ...tops,
          ...(clicks && { clickLogs: clicks.map(({ id, ...click }) => ({ _id: id, ...shown(click) })) }),
        },
        pagination: { total },
      };
    },
  };
}

const logQuery = `query ($id: UUID!) { clickLog(linkId: $id, first: ${limits.listMax}) { totalCount clicks {
  id timestamp country countryCode city regionName isp device browser browserVersion operatingSystem referrer isBot
  botReason } } }`;

function graphqlLog(linkId: string): Question {
  return {
    where: `GraphQL clickLog(linkId: ${linkId})`,
    discreet: true,
    read: async (api) => (await api.graphql(logQuery, { id: linkId }))["clickLog"],
    async expected({ recount }) {
      const [days, clicks] = await Promise.all([
        recount.byDay(linkId, ever, "UTC", singleClicks),
        recount.log(linkId, 0, limits.listMax),
      ]);
      const totalCount = [...days.values()].reduce((sum, { all }) => sum + all, 0);
      return { totalCount, clicks: clicks.map(({ id, ...click }) => ({ id, ...shown(click) })) };
    },
  };
}

function shown({ ms, ...click }: Omit<LoggedClick, "id">) {
  return { ...click, timestamp: new Date(ms).toISOString(), country: countryName(click.countryCode) };
}

interface Count {
  readonly value: string;
  readonly clicks: number;
}

async function linkFigures({ recount, at }: Truth, { linkId, span, tz, bots }: LinkView) {
  const counted = (sum: Sum) => (bots ? sum.all : sum.people);
  const ofColumn = async (column: DimensionColumn): Promise<Count[]> =>
    mostFirst(await recount.byValue(linkId, span, column), counted).filter(({ value }) => value !== "");
  const values = async (dimension: Dimension): Promise<Count[]> =>
    dimension === "source"
      ? groupedBySource((await ofColumn("referrer")).slice(0, groupedReferrers))
      : ofColumn(dimension);
  const top = (counts: readonly Count[]) => counts.filter(({ value }) => value !== "Unknown").slice(0, limits.topList);
  const [days, visitors, lists] = await Promise.all([
    recount.byDay(linkId, span, tz),
    recount.visitors(linkId, span),
    Promise.all(dimensionNames.map(async (name) => [name, await values(name)] as const)),
  ]);
  const valuesOf = new Map<Dimension, readonly Count[]>(lists);
  const every = (dimension: Dimension) => valuesOf.get(dimension) ?? [];
  const clicked = [...days].filter(([, sum]) => counted(sum) > 0);
  const totalClicks = clicked.reduce((all, [, sum]) => all + counted(sum), 0);
  return {
    totalClicks,
    uniqueVisitors: Math.min(totalClicks, believable(counted(visitors.estimate), counted(visitors.exact))),
    countries: every("country").length,
    browsers: every("browser").length,
    clicksByDate: withoutGaps(clicked, span, tz, at).map((date) => {
      const sum = days.get(date);
      return { date, clicks: sum ? counted(sum) : 0 };
    }),
    clicksByCountry: every("country"),
    tops: recordOf(dimensionNames, (dimension) => top(every(dimension))),
  };
}

function restFigures(stats: Omit<Awaited<ReturnType<typeof linkFigures>>, "clicksByDate">) {
  const list = (counts: readonly Count[]) => counts.map(({ value, clicks }) => ({ _id: value, count: clicks }));
  const named = (counts: readonly Count[]) =>
    counts.map(({ value, clicks }) => ({ _id: countryName(value) || value, count: clicks }));
  return {
    totalClicks: stats.totalClicks,
    uniqueIPs: stats.uniqueVisitors,
    countries: stats.countries,
    browsers: stats.browsers,
    clicksByCountry: list(stats.clicksByCountry),
    ...byTopList(({ name, values }) => (values === "countries" ? named : list)(stats.tops[name])),
  };
}

const countryNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** Returns the name of a country; empty if the code is invalid. */
function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? "") : "";
}
