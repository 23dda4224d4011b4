import { limits } from "@hoplog/schema/limits.js";
import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root, Subscription } from "type-graphql";
import { authorizeOwn } from "../../kernel/access/authorize.ts";
import { IntervalType } from "../account/graphqlTypes.ts";
import type { Interval } from "../account/intervals.ts";
import { requirePageSize } from "../../kernel/calls/cursor.ts";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { requireTimeZone, timeRange } from "../../clicks/counts/range.ts";
import { RangeInput } from "../../clicks/counts/rangeInput.ts";
import { LinkType, toLinkType } from "../../links/core/graphqlTypes.ts";
import { chartOf, figuresOf } from "./figures.ts";
import {
  LiveMissesType,
  MissedCodesType,
  MissedCodeType,
  MissFieldType,
  MissFiguresType,
  MissFilterInput,
  MissPointType,
  MissTopType,
  MissesType,
} from "./graphqlTypes.ts";
import type { LiveVisits } from "./liveVisits.ts";
import { nearestLinks } from "../../links/availability/nearest.ts";
import { checkedFilter, type MissField } from "./question.ts";
import { scopeOf } from "./scope.ts";
import type { MissCallServices } from "./services.ts";
import { codesMax, missedCodes, topOf } from "./tops.ts";

type Context = GraphqlContext<MissCallServices>;

interface Watching {
  readonly args: { readonly bots: boolean };
  readonly context: Context;
}

@Resolver(() => MissesType)
export class MissResolvers {
  @Query(() => MissesType, {
    description: "Visits that led nowhere: of one's links, and of unknown codes and the bare host of one's domains",
  })
  async misses(
    @Ctx() context: Context,
    @Arg("range", () => RangeInput, { nullable: true }) range: RangeInput | null,
    @Arg("tz", () => String, { defaultValue: "UTC" }) tz: string,
    @Arg("bots", () => Boolean, { defaultValue: false }) bots: boolean,
    @Arg("filter", () => MissFilterInput, { nullable: true }) filter: MissFilterInput | null,
  ): Promise<MissesType> {
    const ownerId = authorizeOwn(requireActor(context), "stats:read");
    const asked = {
      range: timeRange(range?.from, range?.to),
      tz: requireTimeZone(tz),
      bots,
      filter: checkedFilter(filter ?? {}, "filter."),
      now: context.services.now(),
    };
    return { question: { ...asked, scope: await scopeOf(context.services, ownerId) } };
  }

  @Weighs({ cost: 20 })
  @FieldResolver(() => MissFiguresType, { description: "How many there are, and why" })
  figures(@Root() { question }: MissesType, @Ctx() { services }: Context): Promise<MissFiguresType> {
    return figuresOf(services.clickhouse, question);
  }

  @Weighs({ cost: 10, length: 100 })
  @FieldResolver(() => [MissPointType], { description: "Without gaps" })
  chart(
    @Root() { question }: MissesType,
    @Ctx() { services }: Context,
    @Arg("interval", () => IntervalType, { defaultValue: "day" }) interval: Interval,
  ): Promise<readonly MissPointType[]> {
    return chartOf(services.clickhouse, question, interval);
  }

  @Weighs({ cost: 20 })
  @FieldResolver(() => MissedCodesType, { description: "The codes that were asked for most often" })
  async codes(
    @Root() { question }: MissesType,
    @Ctx() { services }: Context,
    @Arg("first", () => Int, { defaultValue: 10 }) first: number,
  ): Promise<MissedCodesType> {
    const { rows, distinct } = await missedCodes(services, question, requirePageSize(first, codesMax));
    const { ownerId } = question.scope;
    return { rows: rows.map((row) => ({ ...row, ownerId })), distinct };
  }

  @Weighs({ cost: 20 })
  @FieldResolver(() => MissTopType, { description: "The values of a field with the most visits" })
  async top(
    @Root() { question }: MissesType,
    @Ctx() { services }: Context,
    @Arg("field", () => MissFieldType, { defaultValue: "referrer" }) field: MissField,
    @Arg("first", () => Int, { defaultValue: 10 }) first: number,
  ): Promise<MissTopType> {
    const size = requirePageSize(first, limits.longTopList);
    return { field, ...(await topOf(services.clickhouse, question, field, size)) };
  }

  @Subscription(() => LiveMissesType, {
    description: "Visits of the last 30 minutes that led nowhere, at once and whenever others are counted",
    subscribe: ({ args, context }: Watching) => {
      const ownerId = authorizeOwn(requireActor(context), "stats:read");
      return context.services.missWatches.watch({ ownerId, bots: args.bots, filter: {} });
    },
  })
  liveMisses(
    @Root() event: LiveVisits,
    @Arg("bots", () => Boolean, { defaultValue: false, description: "Whether visits of bots are shown too" })
    _bots: boolean,
  ): LiveMissesType {
    return event;
  }
}

@Resolver(() => MissedCodeType)
export class MissedCodeResolvers {
  @FieldResolver(() => LinkType, {
    nullable: true,
    description: "The one that was asked for, or that has the code by now",
  })
  link(@Root() { link }: MissedCodeType, @Ctx() context: Context): LinkType | null {
    authorizeOwn(requireActor(context), "links:read");
    return link && toLinkType(link);
  }

  @Weighs({ cost: 10, length: 5 })
  @FieldResolver(() => [LinkType], {
    description: "Of an unknown code: one's links in the domain whose codes differ by one character, or in case",
  })
  async nearest(
    @Root() { ownerId, number, code, reason, link }: MissedCodeType,
    @Ctx() context: Context,
  ): Promise<LinkType[]> {
    authorizeOwn(requireActor(context), "links:read");
    if (reason !== "unknown" || link) return [];
    return (await nearestLinks(context.services, ownerId, { domain: number, code })).map(toLinkType);
  }
}
