import { Arg, Ctx, Query, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { toLinkType } from "../../links/graphql/linkType.ts";
import { requireTimeZone } from "../../stats/range.ts";
import { dashboard } from "../dashboard.ts";
import { DashboardType } from "./dashboardTypes.ts";

@Resolver()
export class DashboardQuery {
  @Query(() => DashboardType, { description: "People, or people and bots" })
  async dashboard(
    @Ctx() context: GraphqlContext,
    @Arg("tz", () => String, { defaultValue: "UTC" }) tz: string,
    @Arg("bots", () => Boolean, { defaultValue: false }) bots: boolean,
  ): Promise<DashboardType> {
    const { userId: ownerId } = requireActor(context);
    const answer = await dashboard(context.services, { ownerId, tz: requireTimeZone(tz), bots });
    return {
      overview: answer.overview,
      growth: answer.growth,
      recentLinks: answer.recentLinks.map(toLinkType),
      topLinks: answer.topLinks.map(toLinkType),
      groupSummary: answer.groups.map(({ group: { id, name }, urlCount, totalClicks }) => ({
        id,
        name,
        urlCount,
        totalClicks,
      })),
    };
  }
}
