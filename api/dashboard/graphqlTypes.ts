import { GraphQLUUID } from "graphql-scalars";
import { Field, Int, ObjectType } from "type-graphql";
import { Weighs } from "../calls/weight.ts";
import { DayCountType } from "../stats/graphqlTypes.ts";
import type { Dashboard } from "./dashboard.ts";

/** Each figure is asked for where its field is. */
@ObjectType("DashboardOverview")
export class DashboardOverviewType {
  figures!: Dashboard["overview"];
}

@ObjectType("Growth", {
  description: "Percent against the seven days before, ctr in points; null where there is nothing to compare with",
})
export class GrowthType {
  figures!: Dashboard["growth"];
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
  figures!: Dashboard;
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

  @Weighs({ length: 90 })
  @Field(() => [DayCountType], { description: "Without gaps" })
  clicksByDate!: readonly DayCountType[];

  @Weighs({ length: 90 })
  @Field(() => [DayCountType], { description: "Links made on each day" })
  urlsByDate!: readonly DayCountType[];

  @Weighs({ length: 100 })
  @Field(() => [GroupCountType])
  groupDistribution!: readonly GroupCountType[];
}
