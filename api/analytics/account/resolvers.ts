import type { ClickFilter, ListedFieldName } from "@hoplog/schema/clicks/filters.js";
import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from "type-graphql";
import { authorizeOwn } from "../../kernel/access/authorize.ts";
import { requirePageSize } from "../../kernel/calls/cursor.ts";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { clicksSince } from "../../clicks/cuts/mark.ts";
import { requireTimeZone, timeRange } from "../../clicks/counts/range.ts";
import { RangeInput } from "../../clicks/counts/rangeInput.ts";
import { LinkType, toLinkType } from "../../links/core/graphqlTypes.ts";
import { ClickFilterInput } from "../link/filters/graphqlTypes.ts";
import { chartOf } from "./chart.ts";
import { figuresOf } from "./figures.ts";
import {
  AnalyticsFiguresType,
  AnalyticsType,
  ChartPointType,
  ClickedLinkType,
  IntervalType,
  ListedFieldType,
  TopLinksType,
  TopListType,
  TopSourcesType,
} from "./graphqlTypes.ts";
import type { Interval } from "./intervals.ts";
import type { AnalyticsServices } from "./services.ts";
import { topLinks } from "./topLinks.ts";
import { topLists } from "./tops.ts";
import { topSources } from "./topSources.ts";
import { askedFilters } from "../link/filters/asked.ts";

type Context = GraphqlContext<AnalyticsServices>;

@Resolver(() => AnalyticsType)
export class AnalyticsResolvers {
  @Query(() => AnalyticsType, { description: "Clicks of the account, narrowed by filters; people, or people and bots" })
  analytics(
    @Ctx() context: Context,
    @Arg("range", () => RangeInput, { nullable: true }) range: RangeInput | null,
    @Arg("tz", () => String, { defaultValue: "UTC" }) tz: string,
    @Arg("bots", () => Boolean, { defaultValue: false }) bots: boolean,
    @Arg("filters", () => [ClickFilterInput], { defaultValue: [] }) filters: ClickFilter[],
  ): AnalyticsType {
    return {
      question: {
        ownerId: authorizeOwn(requireActor(context), "stats:read"),
        range: timeRange(range?.from, range?.to),
        tz: requireTimeZone(tz),
        bots,
        filters: askedFilters(filters),
        now: context.services.now(),
      },
    };
  }

  @Weighs({ cost: 20 })
  @FieldResolver(() => AnalyticsFiguresType, { description: "How many there are, and whose" })
  figures(@Root() { question }: AnalyticsType, @Ctx() { services }: Context): Promise<AnalyticsFiguresType> {
    return figuresOf(services.clickhouse, question);
  }

  @Weighs({ cost: 2 })
  @FieldResolver(() => String, {
    nullable: true,
    description:
      "The first day of UTC that has single clicks: lists and filters begin there. Null where none were removed by a retention",
  })
  clicksSince(@Root() { question }: AnalyticsType, @Ctx() { services }: Context): Promise<string | null> {
    return clicksSince(services.clickhouse, question.ownerId);
  }

  @Weighs({ cost: 10, length: 100 })
  @FieldResolver(() => [ChartPointType], { description: "Without gaps" })
  chart(
    @Root() { question }: AnalyticsType,
    @Ctx() { services }: Context,
    @Arg("interval", () => IntervalType, { defaultValue: "day" }) interval: Interval,
  ): Promise<readonly ChartPointType[]> {
    return chartOf(services.clickhouse, question, interval);
  }

  @Weighs({ cost: 20 })
  @FieldResolver(() => [TopListType], {
    description: "A list for each field, counted together. Of several languages of a visitor each one counts",
  })
  async tops(
    @Root() { question }: AnalyticsType,
    @Ctx() { services }: Context,
    @Arg("fields", () => [ListedFieldType], { defaultValue: ["country", "referrer"] }) fields: ListedFieldName[],
    @Arg("first", () => Int, { defaultValue: 10 }) first: number,
  ): Promise<TopListType[]> {
    if (fields.length === 0) throw validationError([{ field: "fields", message: "Name at least one field" }]);
    const size = requirePageSize(first, limits.longTopList);
    const lists = await topLists(services.clickhouse, question, fields, size, services.expectedDays);
    return Array.from(lists, ([field, list]) => ({ field, ...list }));
  }

  @Weighs({ cost: 20 })
  @FieldResolver(() => TopSourcesType, { description: "The websites and apps with the most clicks" })
  topSources(
    @Root() { question }: AnalyticsType,
    @Ctx() { services }: Context,
    @Arg("first", () => Int, { defaultValue: 10 }) first: number,
  ): Promise<TopSourcesType> {
    return topSources(services, question, requirePageSize(first, limits.longTopList), services.expectedDays);
  }

  @Weighs({ cost: 20 })
  @FieldResolver(() => TopLinksType, { description: "The links with the most clicks" })
  topLinks(
    @Root() { question }: AnalyticsType,
    @Ctx() { services }: Context,
    @Arg("first", () => Int, { defaultValue: 10 }) first: number,
  ): Promise<TopLinksType> {
    return topLinks(services, question, requirePageSize(first));
  }
}

@Resolver(() => ClickedLinkType)
export class ClickedLinkResolvers {
  @FieldResolver(() => LinkType, { description: "The link" })
  link(@Root() { link }: ClickedLinkType, @Ctx() context: Context): LinkType {
    authorizeOwn(requireActor(context), "links:read");
    return toLinkType(link);
  }
}
