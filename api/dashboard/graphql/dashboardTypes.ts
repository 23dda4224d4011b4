import { GraphQLUUID } from "graphql-scalars";
import { Field, Float, Int, ObjectType } from "type-graphql";
import { LinkType } from "../../links/graphql/linkType.ts";
import { DayCountType } from "../../stats/graphql/statsTypes.ts";

@ObjectType("DashboardOverview")
export class DashboardOverviewType {
  @Field(() => Int)
  totalUrls!: number;

  @Field(() => Int)
  totalClicks!: number;

  @Field(() => Int)
  totalGroups!: number;

  @Field(() => Int)
  activeUrls!: number;

  @Field(() => Int, { description: "Links that are switched off" })
  expiredUrls!: number;

  @Field(() => Float, { description: "Active links that were ever clicked, in percent of the active ones" })
  averageCTR!: number;
}

@ObjectType("Growth", {
  description: "Percent against the seven days before, ctr in points; null where there is nothing to compare with",
})
export class GrowthType {
  @Field(() => Float, { nullable: true })
  urls!: number | null;

  @Field(() => Float, { nullable: true })
  clicks!: number | null;

  @Field(() => Float, { nullable: true })
  groups!: number | null;

  @Field(() => Float, { nullable: true })
  ctr!: number | null;
}

@ObjectType("GroupSummary")
export class GroupSummaryType {
  @Field(() => GraphQLUUID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => Int)
  urlCount!: number;

  @Field(() => Int)
  totalClicks!: number;
}

@ObjectType("Dashboard", { description: "Its lists hold at most 5" })
export class DashboardType {
  @Field(() => DashboardOverviewType)
  overview!: DashboardOverviewType;

  @Field(() => GrowthType)
  growth!: GrowthType;

  @Field(() => [LinkType], { description: "Newest first" })
  recentLinks!: LinkType[];

  @Field(() => [LinkType], { description: "Most clicked first" })
  topLinks!: LinkType[];

  @Field(() => [GroupSummaryType], { description: "Newest first" })
  groupSummary!: GroupSummaryType[];
}

@ObjectType("GroupCount")
export class GroupCountType {
  @Field(() => String)
  groupName!: string;

  @Field(() => Int, { description: "Links" })
  count!: number;
}

@ObjectType("DashboardAnalytics")
export class DashboardAnalyticsType {
  @Field(() => String)
  period!: string;

  @Field(() => [DayCountType], { description: "Without gaps" })
  clicksByDate!: readonly DayCountType[];

  @Field(() => [DayCountType], { description: "Links made on each day" })
  urlsByDate!: readonly DayCountType[];

  @Field(() => [GroupCountType])
  groupDistribution!: readonly GroupCountType[];
}
