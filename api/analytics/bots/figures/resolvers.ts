import type { ClickFilter } from "@hoplog/schema/clicks/filters.js";
import { limits } from "@hoplog/schema/limits.js";
import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from "type-graphql";
import { authorizeOwn } from "../../../kernel/access/authorize.ts";
import { IntervalType } from "../../account/graphqlTypes.ts";
import type { Interval } from "../../account/intervals.ts";
import { requirePageSize } from "../../../kernel/calls/cursor.ts";
import { type GraphqlContext, requireActor } from "../../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../../kernel/calls/weight.ts";
import { requireTimeZone, timeRange } from "../../../clicks/counts/range.ts";
import { RangeInput } from "../../../clicks/counts/rangeInput.ts";
import { LinkType, toLinkType } from "../../../links/core/graphqlTypes.ts";
import { ClickFilterInput } from "../../link/filters/graphqlTypes.ts";
import { chartOf, figuresOf } from "./figures.ts";
import {
  BotFieldType,
  BotFiguresType,
  BotFilterInput,
  BotPointType,
  BotTopType,
  ClassifiedClicksType,
  ClassifiedClickType,
} from "./graphqlTypes.ts";
import { checkedOnly } from "./question.ts";
import { samplesMax, samplesOf } from "./samples.ts";
import type { BotServices } from "./services.ts";
import { topOf, type VerdictField } from "./tops.ts";
import { askedFilters } from "../../link/filters/asked.ts";

type Context = GraphqlContext<BotServices>;

@Resolver(() => ClassifiedClicksType)
export class BotResolvers {
  @Query(() => ClassifiedClicksType, {
    description: "Clicks of the account that were taken for bots, and why; or those that were taken for people",
  })
  classifiedClicks(
    @Ctx() context: Context,
    @Arg("range", () => RangeInput, { nullable: true }) range: RangeInput | null,
    @Arg("tz", () => String, { defaultValue: "UTC" }) tz: string,
    @Arg("people", () => Boolean, { defaultValue: false, description: "Those of people instead" }) people: boolean,
    @Arg("filters", () => [ClickFilterInput], { defaultValue: [] }) filters: ClickFilter[],
    @Arg("only", () => BotFilterInput, { nullable: true }) only: BotFilterInput | null,
  ): ClassifiedClicksType {
    return {
      question: {
        ownerId: authorizeOwn(requireActor(context), "bots:read"),
        range: timeRange(range?.from, range?.to),
        tz: requireTimeZone(tz),
        people,
        filters: askedFilters(filters),
        only: checkedOnly(only ?? {}, "only."),
        now: context.services.now(),
      },
    };
  }

  @Weighs({ cost: 20 })
  @FieldResolver(() => BotFiguresType, { description: "How many there are, by kind of reason" })
  figures(@Root() { question }: ClassifiedClicksType, @Ctx() { services }: Context): Promise<BotFiguresType> {
    return figuresOf(services.clickhouse, question);
  }

  @Weighs({ cost: 10, length: 100 })
  @FieldResolver(() => [BotPointType], { description: "Without gaps" })
  chart(
    @Root() { question }: ClassifiedClicksType,
    @Ctx() { services }: Context,
    @Arg("interval", () => IntervalType, { defaultValue: "day" }) interval: Interval,
  ): Promise<readonly BotPointType[]> {
    return chartOf(services.clickhouse, question, interval);
  }

  @Weighs({ cost: 20 })
  @FieldResolver(() => BotTopType, { description: "The values of a field with the most clicks" })
  async top(
    @Root() { question }: ClassifiedClicksType,
    @Ctx() { services }: Context,
    @Arg("field", () => BotFieldType, { defaultValue: "reason" }) field: VerdictField,
    @Arg("first", () => Int, { defaultValue: 10 }) first: number,
  ): Promise<BotTopType> {
    const size = requirePageSize(first, limits.longTopList);
    return { field, ...(await topOf(services.clickhouse, question, field, size)) };
  }

  @Weighs({ cost: 20 })
  @FieldResolver(() => [ClassifiedClickType], { description: "The newest, newest first" })
  samples(
    @Root() { question }: ClassifiedClicksType,
    @Ctx() { services }: Context,
    @Arg("first", () => Int, { defaultValue: 20 }) first: number,
  ): Promise<ClassifiedClickType[]> {
    return samplesOf(services.clickhouse, question, requirePageSize(first, samplesMax));
  }
}

@Resolver(() => ClassifiedClickType)
export class ClassifiedClickResolvers {
  @FieldResolver(() => LinkType, { nullable: true, description: "The link; null for one that has been deleted" })
  async link(@Root() { linkId }: ClassifiedClickType, @Ctx() context: Context): Promise<LinkType | null> {
    authorizeOwn(requireActor(context), "links:read");
    const link = await context.services.linkById(linkId);
    return link && toLinkType(link);
  }
}
