import { byTopList } from "@hoplog/schema/clicks/dimensions.js";
import { limits } from "@hoplog/schema/limits.js";
import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Int, Query, Resolver, Root, Subscription } from "type-graphql";
import { authorizeOwn } from "../../kernel/access/authorize.ts";
import { fromCursor, requirePageSize, toCursor } from "../../kernel/calls/cursor.ts";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { requireTimeZone, timeRange } from "../../clicks/counts/range.ts";
import { RangeInput } from "../../clicks/counts/rangeTaken.ts";
import { getLink } from "../../links/core/queries.ts";
import type { Click } from "./clickLog.ts";
import { countryName } from "./countryName.ts";
import { decidedClicks } from "./decisions.ts";
import type { StatsFilter } from "./filter.ts";
import { editEffects } from "./editEffects.ts";
import type { SpanName } from "./editSpans.ts";
import { logPage } from "./logPage.ts";
import {
  AccountCountType,
  ClickPageType,
  ClickType,
  DecidedClicksType,
  EditEffectType,
  EffectSpan,
  LinkCountType,
  LinkStatsType,
  StatsFilterInput,
} from "./graphqlTypes.ts";
import { type Count, linkStats } from "./linkStats.ts";
import { whileReached } from "./whileReached.ts";
import { withOwnReferrers } from "./ownReferrers.ts";
import type { WorkspaceCount, LinkCount } from "./liveCounts.ts";
import type { StatsServices } from "./services.ts";

@Resolver()
export class StatsResolvers {
  @Weighs({ cost: 20 })
  @Query(() => [DecidedClicksType], { description: "Which ways the clicks of a link went, most used first" })
  async linkDecisions(
    @Ctx() context: GraphqlContext<StatsServices>,
    @Arg("linkId", () => GraphQLUUID) linkId: string,
    @Arg("range", () => RangeInput, { nullable: true }) range: RangeInput | null,
  ): Promise<DecidedClicksType[]> {
    const { services } = context;
    const link = await getLink(services, requireActor(context), linkId, "stats:read");
    return decidedClicks(services.clickhouse, link, timeRange(range?.from, range?.to));
  }

  @Weighs({ cost: 50, length: 50 })
  @Query(() => [EditEffectType], {
    description: "What the edits of a link did to its clicks, oldest first; the first entry of its history is left out",
  })
  async linkEditEffects(
    @Ctx() context: GraphqlContext<StatsServices>,
    @Arg("linkId", () => GraphQLUUID) linkId: string,
    @Arg("span", () => EffectSpan, {
      nullable: true,
      description: "Absent: up to the neighbouring edits, at most 7 days",
    })
    span: SpanName | null,
    @Arg("bots", () => Boolean, { defaultValue: false }) bots: boolean,
  ): Promise<readonly EditEffectType[]> {
    return editEffects(context.services, requireActor(context), linkId, { span, bots });
  }

  @Weighs({ cost: 50 })
  @Query(() => LinkStatsType, { description: "People, or people and bots" })
  async linkStats(
    @Ctx() context: GraphqlContext<StatsServices>,
    @Arg("linkId", () => GraphQLUUID) linkId: string,
    @Arg("range", () => RangeInput, { nullable: true }) range: RangeInput | null,
    @Arg("tz", () => String, { defaultValue: "UTC" }) tz: string,
    @Arg("bots", () => Boolean, { defaultValue: false }) bots: boolean,
    @Arg("filter", () => StatsFilterInput, { nullable: true }) filter: StatsFilter | null,
  ): Promise<LinkStatsType> {
    const { services } = context;
    const link = await getLink(services, requireActor(context), linkId, "stats:read");
    const question = {
      link,
      range: timeRange(range?.from, range?.to),
      tz: requireTimeZone(tz),
      bots,
      now: services.now(),
      filter: filter ?? {},
    };
    const stats = await linkStats(services.clickhouse, question);
    const named = (counts: readonly Count[]) =>
      counts.map(({ value, clicks }) => ({ code: value, name: countryName(value), clicks }));
    const { tops: _, clicksByCountry, ...figures } = stats;
    const tops = await withOwnReferrers(services, stats);
    return {
      ...figures,
      clicksByCountry: named(clicksByCountry),
      ...byTopList(({ name, values }) => (values === "countries" ? named(tops[name]) : tops[name])),
    };
  }

  @Weighs({ cost: 20 })
  @Query(() => ClickPageType, { description: "People and bots, newest first" })
  async clickLog(
    @Ctx() context: GraphqlContext<StatsServices>,
    @Arg("linkId", () => GraphQLUUID) linkId: string,
    @Arg("range", () => RangeInput, { nullable: true }) rangeInput: RangeInput | null,
    @Arg("first", () => Int, { defaultValue: limits.listMax }) first: number,
    @Arg("after", () => String, { nullable: true }) after: string | null,
    @Arg("filter", () => StatsFilterInput, { nullable: true }) filter: StatsFilter | null,
  ): Promise<ClickPageType> {
    const { clickhouse } = context.services;
    const size = requirePageSize(first);
    const link = await getLink(context.services, requireActor(context), linkId, "stats:read");
    const range = timeRange(rangeInput?.from, rangeInput?.to);
    const start = after ? { after: fromCursor(after) } : { offset: 0 };
    const question = { link, range, start, limit: size + 1, filter: filter ?? {} };
    const { clicks: rows, total } = await logPage(clickhouse, question);
    const clicks = rows.slice(0, size);
    const last = clicks.at(-1);
    return {
      clicks,
      totalCount: total,
      endCursor: last ? toCursor(last.timestamp, last.id) : null,
      hasNextPage: rows.length > size,
    };
  }

  @Subscription(() => AccountCountType, {
    description: "The account's new totals, each time they have changed",
    subscribe: ({ context }: { context: GraphqlContext<StatsServices> }) =>
      context.services.liveCounts.subscribeToAccount(authorizeOwn(requireActor(context), "stats:read")),
  })
  workspaceCount(@Root() count: WorkspaceCount): AccountCountType {
    return count;
  }

  @Subscription(() => LinkCountType, {
    description: "The new totals of each of the account's links whose count has changed",
    subscribe: ({ context }: { context: GraphqlContext<StatsServices> }) =>
      context.services.liveCounts.subscribeToLinks(authorizeOwn(requireActor(context), "stats:read")),
  })
  linkCounts(@Root() count: LinkCount): LinkCountType {
    return count;
  }

  @Subscription(() => LinkCountType, {
    description: "The new totals of a link, each time they have changed",
    subscribe: ({ args, context }: { args: { linkId: string }; context: GraphqlContext<StatsServices> }) =>
      whileReached(context.services, requireActor(context), args.linkId, (ownerId, id) =>
        context.services.liveCounts.subscribeToLink(ownerId, id),
      ),
  })
  linkCount(@Root() count: LinkCount, @Arg("linkId", () => GraphQLUUID) _linkId: string): LinkCountType {
    return count;
  }

  @Subscription(() => ClickType, {
    description: "The new clicks of a link as they are counted, people and bots; a great rush is shown in part",
    subscribe: ({ args, context }: { args: { linkId: string }; context: GraphqlContext<StatsServices> }) =>
      whileReached(context.services, requireActor(context), args.linkId, (ownerId, id) =>
        context.services.liveClicks.subscribeToLink(ownerId, id),
      ),
  })
  clicks(@Root() click: Click, @Arg("linkId", () => GraphQLUUID) _linkId: string): ClickType {
    return click;
  }
}
