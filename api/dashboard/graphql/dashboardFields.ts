import { FieldResolver, Resolver, Root } from "type-graphql";
import { LinkType, toLinkType } from "../../links/graphql/linkType.ts";
import { DashboardOverviewType, DashboardType, GroupSummaryType, GrowthType } from "./dashboardTypes.ts";

@Resolver(() => DashboardType)
export class DashboardFields {
  @FieldResolver(() => DashboardOverviewType)
  overview(@Root() { figures }: DashboardType): DashboardOverviewType {
    return { figures: figures.overview };
  }

  @FieldResolver(() => GrowthType)
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
