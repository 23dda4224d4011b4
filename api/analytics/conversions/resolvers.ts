import type { ClickFilter, ListedFieldName } from "@hoplog/schema/clicks/filters.js";
import type { ConversionType } from "@hoplog/schema/conversions/conversion.js";
import { limits } from "@hoplog/schema/limits.js";
import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, FieldResolver, Float, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import { IntervalType, ListedFieldType } from "../account/graphqlTypes.ts";
import type { Interval } from "../account/intervals.ts";
import { fromCursor, requirePageSize, toCursor } from "../../kernel/calls/cursor.ts";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { requireTimeZone, timeRange } from "../../clicks/counts/range.ts";
import { RangeInput } from "../../clicks/counts/rangeInput.ts";
import { ClickFilterInput } from "../link/filters/graphqlTypes.ts";
import { createConversion, deleteConversion, refundConversion } from "./commands.ts";
import { conversionChart, conversionDays, conversionFigures, conversionWays } from "./figures.ts";
import {
  ConversionConnectionType,
  ConversionDayType,
  ConversionFiguresType,
  ConversionKindType,
  ConversionObjectType,
  ConversionPointType,
  ConversionStatsType,
  ConversionValueType,
  ConversionWayType,
  ConvertedEntryType,
  ConvertedListType,
  CreatedConversionType,
  ListedValuesInput,
  NewConversionInput,
} from "./graphqlTypes.ts";
import { listConversions } from "./queries.ts";
import { questionOf } from "./question.ts";
import type { ConversionServices } from "./services.ts";
import { checkedLists, conversionsByValue, conversionTops } from "./values.ts";
import { askedFilters } from "../link/filters/asked.ts";

type Context = GraphqlContext<ConversionServices>;

@Resolver(() => ConversionStatsType)
export class ConversionResolvers {
  @Query(() => ConversionConnectionType, { description: "Leads and sales, the last reported first" })
  async conversions(
    @Ctx() context: Context,
    @Arg("first", () => Int, { defaultValue: limits.listDefault }) first: number,
    @Arg("after", () => String, { nullable: true }) after: string | null,
    @Arg("linkId", () => GraphQLUUID, { nullable: true }) linkId: string | null,
    @Arg("type", () => ConversionKindType, { nullable: true }) type: ConversionType | null,
    @Arg("range", () => RangeInput, { nullable: true, description: "By when they were" }) range: RangeInput | null,
  ): Promise<ConversionConnectionType> {
    const size = requirePageSize(first);
    const asked = { linkId: linkId ?? null, type: type ?? null, range: timeRange(range?.from, range?.to) };
    const rows = await listConversions(context.services, requireActor(context), asked, {
      limit: size + 1,
      start: after ? { after: fromCursor(after) } : { offset: 0 },
    });
    const nodes = rows.slice(0, size);
    const last = nodes.at(-1);
    const endCursor = last ? toCursor(last.createdAt, last.id) : null;
    return { nodes, pageInfo: { endCursor, hasNextPage: rows.length > size } };
  }

  @Mutation(() => CreatedConversionType, { description: "Reports a lead or a sale of a click" })
  async createConversion(
    @Ctx() context: Context,
    @Arg("input", () => NewConversionInput) input: NewConversionInput,
  ): Promise<CreatedConversionType> {
    return createConversion(context.services, requireActor(context), input);
  }

  @Mutation(() => GraphQLUUID, { description: "Takes a conversion back; gives the id of what is gone" })
  async deleteConversion(@Ctx() context: Context, @Arg("id", () => GraphQLUUID) id: string): Promise<string> {
    await deleteConversion(context.services, requireActor(context), id);
    return id;
  }

  @Mutation(() => ConversionObjectType, {
    description: "Sets how much of a sale was paid back by now, in all: figures count the rest",
  })
  async refundConversion(
    @Ctx() context: Context,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("refunded", () => Float, { description: "In minor units, 0 to the sale's amount" }) refunded: number,
  ): Promise<ConversionObjectType> {
    return refundConversion(context.services, requireActor(context), id, refunded);
  }

  @Query(() => ConversionStatsType, {
    description: "What clicks became, of the workspace or of a link, narrowed as clicks are",
  })
  async conversionStats(
    @Ctx() context: Context,
    @Arg("linkId", () => GraphQLUUID, { nullable: true }) linkId: string | null,
    @Arg("range", () => RangeInput, { nullable: true }) range: RangeInput | null,
    @Arg("tz", () => String, { defaultValue: "UTC" }) tz: string,
    @Arg("bots", () => Boolean, { defaultValue: false }) bots: boolean,
    @Arg("filters", () => [ClickFilterInput], { defaultValue: [] }) filters: ClickFilter[],
  ): Promise<ConversionStatsType> {
    const question = await questionOf(context.services, requireActor(context), {
      linkId: linkId ?? null,
      range: timeRange(range?.from, range?.to),
      tz: requireTimeZone(tz),
      bots,
      filters: askedFilters(filters),
    });
    return { question, isOfLink: Boolean(linkId) };
  }

  @Weighs({ cost: 20 })
  @FieldResolver(() => ConversionFiguresType, { description: "How many there are" })
  figures(@Root() { question }: ConversionStatsType, @Ctx() { services }: Context): Promise<ConversionFiguresType> {
    return conversionFigures(services.clickhouse, question);
  }

  @Weighs({ cost: 10, length: 100 })
  @FieldResolver(() => [ConversionDayType], { description: "Days without any are missing" })
  byDay(@Root() { question }: ConversionStatsType, @Ctx() { services }: Context): Promise<ConversionDayType[]> {
    return conversionDays(services.clickhouse, question);
  }

  @Weighs({ cost: 10, length: 100 })
  @FieldResolver(() => [ConversionPointType], {
    description: "Like the chart of clicks; points without any are missing",
  })
  chart(
    @Root() { question }: ConversionStatsType,
    @Ctx() { services }: Context,
    @Arg("interval", () => IntervalType, { defaultValue: "day" }) interval: Interval,
  ): Promise<ConversionPointType[]> {
    return conversionChart(services.clickhouse, question, interval);
  }

  @Weighs({ cost: 20, length: 5 })
  @FieldResolver(() => [ConvertedListType], {
    description: "What clicks with these values became, values without any left out; all lists are counted together",
  })
  async lists(
    @Root() { question }: ConversionStatsType,
    @Ctx() { services }: Context,
    @Arg("of", () => [ListedValuesInput], { defaultValue: [] }) of: ListedValuesInput[],
  ): Promise<ConvertedListType[]> {
    const lists = await conversionsByValue(services.clickhouse, question, checkedLists(of));
    return Array.from(lists, ([field, rows]) => ({ field, rows }));
  }

  @Weighs({ cost: 20, length: 100 })
  @FieldResolver(() => [ConvertedEntryType], {
    description: "What the clicks of these links became, the others left out",
  })
  async links(
    @Root() { question }: ConversionStatsType,
    @Ctx() { services }: Context,
    @Arg("ids", () => [GraphQLUUID], { defaultValue: [] }) ids: string[],
  ): Promise<readonly ConvertedEntryType[]> {
    const lists = await conversionsByValue(
      services.clickhouse,
      question,
      checkedLists([{ field: "link", values: ids }]),
    );
    return lists.get("link") ?? [];
  }

  @Weighs({ cost: 10, length: 20 })
  @FieldResolver(() => [ConversionWayType], { description: "By rule and arm of one link; otherwise empty" })
  async byRoute(
    @Root() { question, isOfLink }: ConversionStatsType,
    @Ctx() { services }: Context,
  ): Promise<ConversionWayType[]> {
    return isOfLink ? conversionWays(services.clickhouse, question) : [];
  }

  @Weighs({ cost: 20 })
  @FieldResolver(() => [ConversionValueType], {
    description:
      "The values of a field with the most leads and sales. Of several languages of a visitor each one counts",
  })
  async tops(
    @Root() { question }: ConversionStatsType,
    @Ctx() { services }: Context,
    @Arg("field", () => ListedFieldType, { defaultValue: "country" }) field: ListedFieldName,
    @Arg("first", () => Int, { defaultValue: 10 }) first: number,
  ): Promise<ConversionValueType[]> {
    return conversionTops(services.clickhouse, question, field, requirePageSize(first));
  }

  @Weighs({ cost: 20 })
  @FieldResolver(() => [ConversionValueType], {
    description: "The ids of the links with the most leads and sales",
  })
  async topLinks(
    @Root() { question }: ConversionStatsType,
    @Ctx() { services }: Context,
    @Arg("first", () => Int, { defaultValue: 10 }) first: number,
  ): Promise<ConversionValueType[]> {
    return conversionTops(services.clickhouse, question, "link", requirePageSize(first));
  }
}
