import { GraphQLUUID } from "graphql-scalars";
import { Field, Int, ObjectType } from "type-graphql";
import { Weighs } from "../../kernel/calls/weight.ts";
import { DayCountType } from "../link/graphqlTypes.ts";
import type { Dashboard } from "./dashboard.ts";

/** Each figure is read where its field is selected. */
@ObjectType("DashboardOverview", { description: "The dashboard's tiles" })
export class DashboardOverviewType {
  figures!: Dashboard["overview"];
}

@ObjectType("Growth", {
  description: "Percent against the seven days before, ctr in points; null where there is nothing to compare with",
})
export class GrowthType {
  figures!: Dashboard["growth"];
}

@ObjectType("GroupSummary", { description: "A group as the dashboard lists it" })
export class GroupSummaryType {
  @Field(() => GraphQLUUID, { description: "Identifier of the group" })
  id!: string;

  @Field(() => String, { description: "What the owner calls the group" })
  name!: string;

  @Field(() => Int, { description: "Links in the group" })
  urlCount!: number;

  @Field(() => Int, { description: "Clicks on the group's links, of all time" })
  totalClicks!: number;
}

@ObjectType("Dashboard", { description: "Its lists hold at most 5" })
export class DashboardType {
  figures!: Dashboard;
}

@ObjectType("GroupCount", { description: "A group, and how many links it has" })
export class GroupCountType {
  @Field(() => String, { description: "Name of the group; No Group for links outside of all" })
  groupName!: string;

  @Field(() => Int, { description: "Links" })
  count!: number;
}

@ObjectType("DashboardAnalytics", { description: "The dashboard's charts" })
export class DashboardAnalyticsType {
  @Field(() => String, { description: "The period asked for" })
  period!: string;

  @Weighs({ length: 90 })
  @Field(() => [DayCountType], { description: "Without gaps" })
  clicksByDate!: readonly DayCountType[];

  @Weighs({ length: 90 })
  @Field(() => [DayCountType], { description: "Links made on each day" })
  urlsByDate!: readonly DayCountType[];

  @Weighs({ length: 100 })
  @Field(() => [GroupCountType], { description: "How the links are spread over the groups, most links first" })
  groupDistribution!: readonly GroupCountType[];
}
