import { validationError } from "@hoplog/schema/errors.js";
import { Arg, Ctx, Query, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { requireTimeZone } from "../../stats/range.ts";
import { dashboardAnalytics, periods } from "../analytics.ts";
import { DashboardAnalyticsType } from "./dashboardTypes.ts";

@Resolver()
export class DashboardAnalyticsQuery {
  @Query(() => DashboardAnalyticsType, { description: "24h, 7d, 30d or 90d; people, or people and bots" })
  async dashboardAnalytics(
    @Ctx() context: GraphqlContext,
    @Arg("period", () => String, { defaultValue: "7d" }) wanted: string,
    @Arg("tz", () => String, { defaultValue: "UTC" }) tz: string,
    @Arg("bots", () => Boolean, { defaultValue: false }) bots: boolean,
  ): Promise<DashboardAnalyticsType> {
    const { userId: ownerId } = requireActor(context);
    const period = periods.find((known) => known === wanted);
    if (!period) throw validationError([{ field: "period", message: `Must be one of ${periods.join(", ")}` }]);
    return dashboardAnalytics(context.services, { ownerId, period, tz: requireTimeZone(tz), bots });
  }
}
