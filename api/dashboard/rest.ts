import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { linkSummaries } from "../links/linkBody.ts";
import { flag, parseInput } from "../rest/parse.ts";
import type { RequireActor } from "../rest/requireActor.ts";
import type { Services } from "../services.ts";
import { requireTimeZone } from "../stats/range.ts";
import { dashboardAnalytics, periods } from "./analytics.ts";
import { dashboard } from "./dashboard.ts";

const parameters = {
  tz: z.string().default("UTC").transform(requireTimeZone),
  bots: flag.default(false),
};
export const dashboardQuery = z.object(parameters);
export const analyticsQuery = z.object({
  ...parameters,
  period: z.enum(periods, `Must be one of ${periods.join(", ")}`).default("7d"),
});

export function dashboardRoutes(app: FastifyInstance, services: Services, requireActor: RequireActor): void {
  app.get("/api/dashboard", async (request) => {
    const { userId: ownerId } = await requireActor(request);
    const { tz, bots } = parseInput(dashboardQuery, request.query);
    const { overview, growth, recentLinks, topLinks, groups } = await dashboard(services, { ownerId, tz, bots });
    const [recentActivity, topPerforming] = await Promise.all([
      linkSummaries(services, recentLinks, bots),
      linkSummaries(services, topLinks, bots),
    ]);
    const groupSummary = groups.map(({ group: { id, name }, urlCount, totalClicks }) => ({
      _id: id,
      name,
      urlCount,
      totalClicks,
    }));
    return { success: true, data: { overview, growth, recentActivity, topPerforming, groupSummary } };
  });

  app.get("/api/dashboard/analytics", async (request) => {
    const { userId: ownerId } = await requireActor(request);
    const query = parseInput(analyticsQuery, request.query);
    const { period, clicksByDate, urlsByDate, groupDistribution } = await dashboardAnalytics(services, {
      ownerId,
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
  });
}
