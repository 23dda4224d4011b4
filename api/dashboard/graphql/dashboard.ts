import { Arg, Ctx, Query, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { requireTimeZone } from "../../stats/range.ts";
import { dashboard } from "../dashboard.ts";
import { DashboardType } from "./dashboardTypes.ts";

@Resolver()
export class DashboardQuery {
  @Query(() => DashboardType, { description: "People, or people and bots" })
  dashboard(
    @Ctx() context: GraphqlContext,
    @Arg("tz", () => String, { defaultValue: "UTC" }) tz: string,
    @Arg("bots", () => Boolean, { defaultValue: false }) bots: boolean,
  ): DashboardType {
    const { userId: ownerId } = requireActor(context);
    return { figures: dashboard(context.services, { ownerId, tz: requireTimeZone(tz), bots }) };
  }
}
