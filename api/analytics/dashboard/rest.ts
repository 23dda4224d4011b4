import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { flag, parseInput, queryText } from "../../kernel/calls/parse.ts";
import { requireTimeZone } from "../../clicks/counts/range.ts";
import { linkSummaries } from "../../links/core/linkBody.ts";
import { dashboardAnswers, dashboardTag } from "./answers.ts";
import { dashboardAnalytics, periods } from "./analytics.ts";
import { type Dashboard, dashboard } from "./dashboard.ts";
import type { DashboardServices } from "./services.ts";

const parameters = {
  tz: queryText.default("UTC").transform((tz) => requireTimeZone(tz)),
  bots: flag.default(false),
};
export const dashboardQuery = z.object(parameters);
export const analyticsQuery = z.object({
  ...parameters,
  period: z.enum(periods, `Must be one of ${periods.join(", ")}`).default("7d"),
});

export function dashboardRoutes(app: FastifyInstance, services: DashboardServices, requireActor: RequireActor): void {
  app.get(
    "/api/dashboard",
    documented({
      id: "getDashboard",
      tag: dashboardTag,
      summary: "Overview of the account",
      description: "Figures with their growth, the newest and the most clicked links, and the newest groups.",
      query: dashboardQuery,
      answer: { status: 200, is: dashboardAnswers.DashboardAnswer },
      failures: [],
    }),
    async (request) => {
      const member = await requireActor(request);
      const { tz, bots } = parseInput(dashboardQuery, request.query);
      const figures = dashboard(services, { member, tz, bots });
      const summaries = async (links: Dashboard["recentLinks"]) => linkSummaries(services, member, await links(), bots);
      const [overview, growth, recentActivity, topPerforming, groups] = await Promise.all([
        everyFigure(figures.overview),
        everyFigure(figures.growth),
        summaries(figures.recentLinks),
        summaries(figures.topLinks),
        figures.groups(),
      ]);
      const groupSummary = groups.map(({ group: { id, name }, urlCount, totalClicks }) => ({
        _id: id,
        name,
        urlCount,
        totalClicks,
      }));
      return { success: true, data: { overview, growth, recentActivity, topPerforming, groupSummary } };
    },
  );

  app.get(
    "/api/dashboard/analytics",
    documented({
      id: "getDashboardAnalytics",
      tag: dashboardTag,
      summary: "Clicks and links by day, links by group",
      description: "For the last `period`; days without any are zeros.",
      query: analyticsQuery,
      answer: { status: 200, is: dashboardAnswers.DashboardAnalyticsAnswer },
      failures: [],
    }),
    async (request) => {
      const member = await requireActor(request);
      const query = parseInput(analyticsQuery, request.query);
      const { period, clicksByDate, urlsByDate, groupDistribution } = await dashboardAnalytics(services, {
        member,
        ...query,
      });
      return {
        success: true,
        data: {
          period,
          clicksByDate: clicksByDate.map(({ date, clicks }) => ({ _id: date, clicks })),
          urlsByDate: urlsByDate.map(({ date, clicks }) => ({ _id: date, count: clicks })),
          groupDistribution,
        },
      };
    },
  );
}

type Figures = Readonly<Record<string, () => Promise<number | null>>>;

async function everyFigure(figures: Figures): Promise<Record<string, number | null>> {
  const answers = Object.entries(figures).map(async ([name, ask]): Promise<[string, number | null]> => [
    name,
    await ask(),
  ]);
  return Object.fromEntries(await Promise.all(answers));
}
