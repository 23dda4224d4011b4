import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Query, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { getLink } from "../../links/queries.ts";
import { countryName } from "../countryName.ts";
import { type Count, linkStats } from "../linkStats.ts";
import { requireTimeZone, timeRange } from "../range.ts";
import { LinkStatsType, RangeInput, StatsFilterInput } from "./statsTypes.ts";

@Resolver()
export class LinkStatsQuery {
  @Query(() => LinkStatsType, { description: "People, or people and bots" })
  async linkStats(
    @Ctx() context: GraphqlContext,
    @Arg("linkId", () => GraphQLUUID) linkId: string,
    @Arg("range", () => RangeInput, { nullable: true }) range: RangeInput | null,
    @Arg("tz", () => String, { defaultValue: "UTC" }) tz: string,
    @Arg("bots", () => Boolean, { defaultValue: false }) bots: boolean,
    @Arg("filter", () => StatsFilterInput, { nullable: true }) filter: StatsFilterInput | null,
  ): Promise<LinkStatsType> {
    const { services } = context;
    const link = await getLink(services, requireActor(context).userId, linkId);
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
    return { ...stats, topCountries: named(stats.topCountries), clicksByCountry: named(stats.clicksByCountry) };
  }
}
