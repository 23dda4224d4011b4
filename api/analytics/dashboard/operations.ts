import { validationError } from "@hoplog/schema/errors.js";
import { recordOf } from "@hoplog/schema/recordOf.js";
import { z } from "zod";
import { timeZone } from "../../clicks/counts/rangeTaken.ts";
import { flag } from "../../kernel/contract/parse.ts";
import { data, graphqlData } from "../../kernel/contract/answers.ts";
import { fieldsOf } from "../../kernel/contract/fields.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { spread } from "../../kernel/contract/values.ts";
import { linkSummary, linkValue } from "../../links/core/entities.ts";
import { dayCount } from "../link/entities.ts";
import { dashboardAnalytics, periods } from "./analytics.ts";
import { type Dashboard, dashboard } from "./dashboard.ts";
import {
  dashboardAnswer,
  dashboardCharts,
  dashboardChartsAnswer,
  graphqlGroups,
  groupSummary,
  growthFigures,
  overviewFigures,
} from "./entities.ts";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import type { Totals } from "../../clicks/counts/cachedTotals.ts";
import type { LinkQueries } from "../../links/core/queries.ts";

/** External dependencies of the dashboard. */
export type DashboardServices = LinkQueries & Totals & Clock;

type Figure = number | null;

/** Declares GraphQL fields of figures that are read only when they are selected. */
function figureFields<Name extends string>(shape: Readonly<Record<Name, z.ZodType<Figure>>>) {
  const { field, object } = fieldsOf<Readonly<Record<Name, () => Promise<Figure>>>, DashboardServices>();
  const fields = [];
  for (const name in shape) {
    const answer: z.ZodType<Figure> = shape[name];
    fields.push(field({ name, answer, run: (figures) => figures[name]() }));
  }
  return { object, fields };
}

const overviewFields = figureFields(overviewFigures);
const overview = overviewFields.object("DashboardOverview", "Totals shown on the dashboard", overviewFields.fields);
const growthFields = figureFields(growthFigures);
const growth = growthFields.object(
  "Growth",
  "Changes of the last seven days against the previous seven days; null without a previous value",
  growthFields.fields,
);

const { field, object } = fieldsOf<Dashboard, DashboardServices>();
const dashboardObject = object("Dashboard", "Dashboard totals, and lists of at most 5 entries", [
  field({
    name: "overview",
    description: "Totals of the workspace",
    answer: overview.value,
    run: (figures) => figures.overview,
  }),
  field({
    name: "growth",
    description: "Changes of the last seven days against the previous seven days",
    answer: growth.value,
    run: (figures) => figures.growth,
  }),
  field({
    name: "recentLinks",
    description: "The latest links, newest first",
    answer: z.array(linkValue),
    run: ({ recentLinks }) => recentLinks(),
  }),
  field({
    name: "topLinks",
    description: "The links with the most clicks, most clicks first",
    answer: z.array(linkValue),
    run: ({ topLinks }) => topLinks(),
  }),
  field({
    name: "groupSummary",
    description: "The latest groups, newest first",
    answer: graphqlGroups,
    run: ({ groups }) => groups(),
  }),
]);

const notOne = `Must be one of ${periods.join(", ")}`;
const period = spread({
  parameters: z.object({ period: z.enum(periods, notOne).default("7d") }),
  ofParameters: (query) => query.period,
  argument: z.string().default("7d").describe("Period up to now: 24h, 7d, 30d or 90d"),
  ofArgument(wanted) {
    const known = periods.find((name) => name === wanted);
    if (!known) throw validationError([{ field: "period", message: notOne }]);
    return known;
  },
});
const asked = { tz: timeZone, bots: flag.default(false).describe("Whether to include clicks by bots") };

const { graphqlQuery, restOnly } = operationsOn<DashboardServices>({
  name: "Dashboard",
  description: "Totals and charts of the whole workspace",
});
const overviewText = {
  summary: "Get an overview of the workspace",
  description: "Returns totals and their growth, the latest links, the most clicked links, and the latest groups.",
};
const chartsText = {
  summary: "Get clicks and links by day",
  description:
    "Covers the last `period`, including days without clicks or new links. Also returns the number of links by group.",
};

/** The operations on the dashboard. */
export const dashboardFaces = facesOf([
  graphqlQuery({
    ...overviewText,
    name: "dashboard",
    needs: ["stats:read"],
    takes: asked,
    answer: dashboardObject,
    weight: { cost: 100 },
    run: async (services, member, { tz, bots }) => dashboard(services, { member, tz, bots }),
  }),
  restOnly({
    ...overviewText,
    id: "getDashboard",
    rest: "GET /api/dashboard",
    needs: ["groups:read", "links:read", "stats:read"],
    takes: asked,
    answer: data("DashboardAnswer", dashboardAnswer),
    failures: [],
    async run(services, member, { tz, bots }) {
      const figures = dashboard(services, { member, tz, bots });
      const counting = { ...services, countBots: bots };
      const summaries = async (links: Dashboard["recentLinks"]) => linkSummary.toRest(counting, member, await links());
      const [totals, growing, recentActivity, topPerforming, groups] = await Promise.all([
        everyFigure(figures.overview),
        everyFigure(figures.growth),
        summaries(figures.recentLinks),
        summaries(figures.topLinks),
        figures.groups(),
      ]);
      const shown = await groupSummary.toRest(services, member, groups);
      return { overview: totals, growth: growing, recentActivity, topPerforming, groupSummary: shown };
    },
  }),
  graphqlQuery({
    ...chartsText,
    name: "dashboardAnalytics",
    needs: ["stats:read"],
    takes: { period, ...asked },
    answer: graphqlData(dashboardCharts),
    weight: { cost: 50 },
    run: (services, member, given) => dashboardAnalytics(services, { ...given, member }),
  }),
  restOnly({
    ...chartsText,
    id: "getDashboardAnalytics",
    rest: "GET /api/dashboard/analytics",
    needs: ["stats:read"],
    takes: { ...asked, period },
    answer: data("DashboardAnalyticsAnswer", dashboardChartsAnswer),
    failures: [],
    async run(services, member, given) {
      const { clicksByDate, urlsByDate, ...charts } = await dashboardAnalytics(services, { ...given, member });
      return {
        ...charts,
        clicksByDate: await dayCount.toRest(services, member, clicksByDate),
        urlsByDate: urlsByDate.map(({ date, clicks }) => ({ _id: date, count: clicks })),
      };
    },
  }),
  { resolvers: [...overview.resolvers, ...growth.resolvers, ...groupSummary.resolvers] },
]);

async function everyFigure<Name extends string, Value>(
  figures: Readonly<Record<Name, () => Promise<Value>>>,
): Promise<Record<Name, Value>> {
  const names: Name[] = [];
  for (const name in figures) names.push(name);
  const found = new Map(await Promise.all(names.map(async (name) => [name, await figures[name]()] as const)));
  return recordOf(names, (name) => {
    const value = found.get(name);
    if (value === undefined) throw new TypeError(`no value was computed for the dashboard figure ${name}`);
    return value;
  });
}
