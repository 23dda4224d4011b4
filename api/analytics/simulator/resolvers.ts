import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Int, Query, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { parseInput } from "../../kernel/calls/parse.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { LinkRuleInput } from "../../links/core/options/graphqlInputs.ts";
import { ReplayType, TrialType, VisitorInput } from "./graphqlTypes.ts";
import { replayDays, replayLink } from "./replayLink.ts";
import { namedRules } from "./namedRules.ts";
import type { TrialServices } from "./services.ts";
import { tryLink } from "./tryLink.ts";
import { visitorFields } from "./visitorFields.ts";

@Resolver()
export class TrialResolvers {
  @Query(() => TrialType, { description: "Decides about a made-up visitor as redirectors do; nothing is counted" })
  async tryLink(
    @Ctx() context: GraphqlContext<TrialServices>,
    @Arg("linkId", () => GraphQLUUID) linkId: string,
    @Arg("visitor", () => VisitorInput) visitor: VisitorInput,
    @Arg("rules", () => [LinkRuleInput], { nullable: true, description: "Proposed ones; absent: the link's" })
    rules: LinkRuleInput[] | null,
  ): Promise<TrialType> {
    const { at, ...texts } = visitor;
    const parsed = parseInput(visitorFields, texts);
    return tryLink(context.services, requireActor(context), linkId, { ...parsed, at, rules });
  }

  @Weighs({ cost: 50 })
  @Query(() => ReplayType, { description: "Where the clicks of the last days would have gone by other rules" })
  async replayLink(
    @Ctx() context: GraphqlContext<TrialServices>,
    @Arg("linkId", () => GraphQLUUID) linkId: string,
    @Arg("days", () => Int, { defaultValue: replayDays.default, description: "7 to 90" }) days: number,
    @Arg("rules", () => [LinkRuleInput], { nullable: true, description: "Proposed ones; absent: the link's" })
    rules: LinkRuleInput[] | null,
  ): Promise<ReplayType> {
    return namedRules(await replayLink(context.services, requireActor(context), linkId, { days, rules }));
  }
}
