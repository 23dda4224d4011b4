import { GraphQLUUID } from "graphql-scalars";
import { limits } from "@hoplog/schema/limits.js";
import { Arg, Ctx, Field, Float, Int, ObjectType, Query, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { LinkType, toLinkType } from "../../links/graphql/linkType.ts";
import { RangeInput } from "../../stats/graphql/statsTypes.ts";
import { timeRange } from "../../stats/range.ts";
import { getGroup } from "../queries.ts";
import { groupStats } from "../stats.ts";

@ObjectType("GroupStats")
export class GroupStatsType {
  @Field(() => Int)
  totalUrls!: number;

  @Field(() => Int)
  totalClicks!: number;

  @Field(() => Float, { description: "Per link, rounded to 2 decimals" })
  averageClicks!: number;

  @Field(() => [LinkType], { description: "Newest first, at most 100; links(filter:) pages through all" })
  urls!: LinkType[];
}

@Resolver()
export class GroupStatsQuery {
  @Query(() => GroupStatsType, { description: "People, or people and bots" })
  async groupStats(
    @Ctx() context: GraphqlContext,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("range", () => RangeInput, { nullable: true }) range: RangeInput | null,
    @Arg("bots", () => Boolean, { defaultValue: false }) bots: boolean,
  ): Promise<GroupStatsType> {
    const { services } = context;
    const group = await getGroup(services, requireActor(context).userId, id);
    const { links, ...figures } = await groupStats(services, group, {
      range: timeRange(range?.from, range?.to),
      bots,
      limit: limits.listMax,
      offset: 0,
    });
    return { ...figures, urls: links.map(toLinkType) };
  }
}
