import { domainLimits } from "@hoplog/schema/domains/settings.js";
import { limits } from "@hoplog/schema/limits.js";
import type { OutletKind } from "@hoplog/schema/outlets.js";
import { webhookLimits } from "@hoplog/schema/webhooks.js";
import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { deleteOutlet, resumeOutlet } from "./commands.ts";
import { OutletKindEnum, OutletType } from "./graphqlTypes.ts";
import { listOutlets } from "./queries.ts";
import type { OutletServices } from "./services.ts";

type Context = GraphqlContext<OutletServices>;

const mostOutlets =
  webhookLimits.perWorkspace +
  limits.clickExportsMax +
  limits.reportsMax +
  limits.alarmsMax +
  limits.sharesPerWorkspace +
  limits.apiKeysMax +
  domainLimits.perWorkspace +
  1;

@Resolver()
export class OutletResolvers {
  @Weighs({ length: mostOutlets })
  @Query(() => [OutletType], { description: "Everything that sends data out or lets others in, the newest first" })
  async outlets(@Ctx() context: Context): Promise<OutletType[]> {
    return listOutlets(context.services, requireActor(context));
  }

  @Mutation(() => OutletType, { description: "Has a paused outlet send again, also what has waited" })
  async resumeOutlet(
    @Ctx() context: Context,
    @Arg("kind", () => OutletKindEnum) kind: OutletKind,
    @Arg("id", () => GraphQLUUID) id: string,
  ): Promise<OutletType> {
    return resumeOutlet(context.services, requireActor(context), kind, id);
  }

  @Mutation(() => OutletType, { description: "Deletes an outlet as its own mutation does; returns what is gone" })
  async deleteOutlet(
    @Ctx() context: Context,
    @Arg("kind", () => OutletKindEnum) kind: OutletKind,
    @Arg("id", () => GraphQLUUID) id: string,
  ): Promise<OutletType> {
    return deleteOutlet(context.services, requireActor(context), kind, id);
  }
}
