import { FieldResolver, Float, Int, Resolver, Root } from "type-graphql";
import { DashboardOverviewType } from "./dashboardTypes.ts";

@Resolver(() => DashboardOverviewType)
export class OverviewFields {
  @FieldResolver(() => Int)
  totalUrls(@Root() { figures }: DashboardOverviewType): Promise<number> {
    return figures.totalUrls();
  }

  @FieldResolver(() => Int)
  totalClicks(@Root() { figures }: DashboardOverviewType): Promise<number> {
    return figures.totalClicks();
  }

  @FieldResolver(() => Int)
  totalGroups(@Root() { figures }: DashboardOverviewType): Promise<number> {
    return figures.totalGroups();
  }

  @FieldResolver(() => Int)
  activeUrls(@Root() { figures }: DashboardOverviewType): Promise<number> {
    return figures.activeUrls();
  }

  @FieldResolver(() => Int, { description: "Links that are switched off" })
  expiredUrls(@Root() { figures }: DashboardOverviewType): Promise<number> {
    return figures.expiredUrls();
  }

  @FieldResolver(() => Float, { description: "Active links that were ever clicked, in percent of the active ones" })
  averageCTR(@Root() { figures }: DashboardOverviewType): Promise<number> {
    return figures.averageCTR();
  }
}
