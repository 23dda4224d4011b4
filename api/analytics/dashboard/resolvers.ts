import { validationError } from "@hoplog/schema/errors.js";
import { Arg, Ctx, FieldResolver, Float, Int, Query, Resolver, Root } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { requireTimeZone } from "../../clicks/counts/range.ts";
import { LinkType, toLinkType } from "../../links/core/graphqlTypes.ts";
import { dashboardAnalytics, periods } from "./analytics.ts";
import { dashboard } from "./dashboard.ts";
import {
  DashboardAnalyticsType,
  DashboardOverviewType,
  DashboardType,
  GroupSummaryType,
  GrowthType,
} from "./graphqlTypes.ts";
import type { DashboardServices } from "./services.ts";

@Resolver()
export class DashboardResolvers {
  @Weighs({ cost: 100 })
  @Query(() => DashboardType, { description: "People, or people and bots" })
  dashboard(
    @Ctx() context: GraphqlContext<DashboardServices>,
    @Arg("tz", () => String, { defaultValue: "UTC" }) tz: string,
    @Arg("bots", () => Boolean, { defaultValue: false }) bots: boolean,
  ): DashboardType {
    const member = requireActor(context);
    return { figures: dashboard(context.services, { member, tz: requireTimeZone(tz), bots }) };
  }

  @Weighs({ cost: 50 })
  @Query(() => DashboardAnalyticsType, { description: "24h, 7d, 30d or 90d; people, or people and bots" })
  async dashboardAnalytics(
    @Ctx() context: GraphqlContext<DashboardServices>,
    @Arg("period", () => String, { defaultValue: "7d" }) wanted: string,
    @Arg("tz", () => String, { defaultValue: "UTC" }) tz: string,
    @Arg("bots", () => Boolean, { defaultValue: false }) bots: boolean,
  ): Promise<DashboardAnalyticsType> {
    const member = requireActor(context);
    const period = periods.find((known) => known === wanted);
    if (!period) throw validationError([{ field: "period", message: `Must be one of ${periods.join(", ")}` }]);
    return dashboardAnalytics(context.services, { member, period, tz: requireTimeZone(tz), bots });
  }
}

@Resolver(() => DashboardType)
export class DashboardFields {
  @FieldResolver(() => DashboardOverviewType, { description: "Totals of the account" })
  overview(@Root() { figures }: DashboardType): DashboardOverviewType {
    return { figures: figures.overview };
  }

  @FieldResolver(() => GrowthType, { description: "The last seven days against the seven before" })
  growth(@Root() { figures }: DashboardType): GrowthType {
    return { figures: figures.growth };
  }

  @FieldResolver(() => [LinkType], { description: "Newest first" })
  async recentLinks(@Root() { figures }: DashboardType): Promise<LinkType[]> {
    return (await figures.recentLinks()).map(toLinkType);
  }

  @FieldResolver(() => [LinkType], { description: "Most clicked first" })
  async topLinks(@Root() { figures }: DashboardType): Promise<LinkType[]> {
    return (await figures.topLinks()).map(toLinkType);
  }

  @FieldResolver(() => [GroupSummaryType], { description: "Newest first" })
  async groupSummary(@Root() { figures }: DashboardType): Promise<GroupSummaryType[]> {
    const groups = await figures.groups();
    return groups.map(({ group: { id, name }, urlCount, totalClicks }) => ({ id, name, urlCount, totalClicks }));
  }
}

@Resolver(() => GrowthType)
export class GrowthFields {
  @FieldResolver(() => Float, { nullable: true, description: "Change of the links made" })
  urls(@Root() { figures }: GrowthType): Promise<number | null> {
    return figures.urls();
  }

  @FieldResolver(() => Float, { nullable: true, description: "Change of the clicks" })
  clicks(@Root() { figures }: GrowthType): Promise<number | null> {
    return figures.clicks();
  }

  @FieldResolver(() => Float, { nullable: true, description: "Change of the groups made" })
  groups(@Root() { figures }: GrowthType): Promise<number | null> {
    return figures.groups();
  }

  @FieldResolver(() => Float, { nullable: true, description: "Change of the average click-through rate" })
  ctr(@Root() { figures }: GrowthType): Promise<number | null> {
    return figures.ctr();
  }
}

@Resolver(() => DashboardOverviewType)
export class OverviewFields {
  @FieldResolver(() => Int, { description: "Links there are" })
  totalUrls(@Root() { figures }: DashboardOverviewType): Promise<number> {
    return figures.totalUrls();
  }

  @FieldResolver(() => Int, { description: "Clicks on all links, of all time" })
  totalClicks(@Root() { figures }: DashboardOverviewType): Promise<number> {
    return figures.totalClicks();
  }

  @FieldResolver(() => Int, { description: "Groups there are" })
  totalGroups(@Root() { figures }: DashboardOverviewType): Promise<number> {
    return figures.totalGroups();
  }

  @FieldResolver(() => Int, { description: "Links that are switched on, have not expired and are not used up" })
  activeUrls(@Root() { figures }: DashboardOverviewType): Promise<number> {
    return figures.activeUrls();
  }

  @FieldResolver(() => Int, { description: "Links that are switched off, have expired or are used up" })
  expiredUrls(@Root() { figures }: DashboardOverviewType): Promise<number> {
    return figures.expiredUrls();
  }

  @FieldResolver(() => Float, { description: "Active links that were ever clicked, in percent of the active ones" })
  averageCTR(@Root() { figures }: DashboardOverviewType): Promise<number> {
    return figures.averageCTR();
  }
}
