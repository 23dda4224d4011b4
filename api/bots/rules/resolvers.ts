import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../calls/graphqlContext.ts";
import { readRules, type RuleServices, setRules } from "./commands.ts";
import { BotRulesInput, BotRulesType } from "./graphqlTypes.ts";

type Context = GraphqlContext<RuleServices>;

@Resolver()
export class BotRuleResolvers {
  @Query(() => BotRulesType, { description: "The workspace's own rules for bots and own visits" })
  async botRules(@Ctx() context: Context): Promise<BotRulesType> {
    return readRules(context.services, requireActor(context));
  }

  @Mutation(() => BotRulesType, {
    description: "Puts others in place of the workspace's rules, for visits from then on",
  })
  async setBotRules(
    @Ctx() context: Context,
    @Arg("input", () => BotRulesInput) { version, parameter, ...lists }: BotRulesInput,
  ): Promise<BotRulesType> {
    const rules = { ...lists, parameter: parameter ?? null };
    return setRules(context.services, requireActor(context), rules, version ?? null);
  }
}
