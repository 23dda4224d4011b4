import { Arg, Ctx, Mutation, Query, Resolver, FieldResolver, Root } from "type-graphql";
import { authorizeOwn } from "../../../kernel/access/authorize.ts";
import type { Actor } from "../../../kernel/calls/actor.ts";
import { ConditionalActor, ofEtag } from "../../../kernel/calls/conditional.ts";
import { etagOf } from "../../../kernel/calls/etag.ts";
import { type GraphqlContext, requireActor } from "../../../kernel/calls/graphqlContext.ts";
import { tryRules } from "./tryRules.ts";
import type { ClickFilter } from "@hoplog/schema/clicks/filters.js";
import { Weighs } from "../../../kernel/calls/weight.ts";
import { requireTimeZone, timeRange } from "../../../clicks/counts/range.ts";
import { RangeInput } from "../../../clicks/counts/rangeInput.ts";
import { LinkType, toLinkType } from "../../../links/core/graphqlTypes.ts";
import { ClickFilterInput } from "../../link/filters/graphqlTypes.ts";
import { readRules, type RuleServices, setRules } from "./commands.ts";
import { BotChangeType, BotRulesInput, BotRulesType, BotTrialType, OwnVerdictInput } from "./graphqlTypes.ts";
import { askedFilters } from "../../link/filters/asked.ts";

type Context = GraphqlContext<RuleServices>;

@Resolver()
export class BotRuleResolvers {
  @Query(() => BotRulesType, { description: "The workspace's own rules for bots and own visits" })
  async botRules(@Ctx() context: Context): Promise<BotRulesType> {
    return readRules(context.services, requireActor(context));
  }

  @Weighs({ cost: 60 })
  @Query(() => BotTrialType, { description: "What rules would change among the clicks of the past; changes nothing" })
  async tryBotRules(
    @Ctx() context: Context,
    @Arg("range", () => RangeInput, { nullable: true }) range: RangeInput | null,
    @Arg("tz", () => String, { defaultValue: "UTC" }) tz: string,
    @Arg("filters", () => [ClickFilterInput], { defaultValue: [] }) filters: ClickFilter[],
    @Arg("verdicts", () => [OwnVerdictInput], {
      nullable: true,
      description: "Proposed ones; absent: the workspace's own",
    })
    verdicts: OwnVerdictInput[] | null,
  ): Promise<BotTrialType> {
    const { services } = context;
    const question = {
      range: timeRange(range?.from, range?.to),
      tz: requireTimeZone(tz),
      filters: askedFilters(filters),
      now: services.now(),
    };
    return tryRules(services, requireActor(context), question, verdicts);
  }

  @Mutation(() => BotRulesType, {
    description: "Puts others in place of the workspace's rules, for visits from then on",
  })
  async setBotRules(
    @Ctx() context: Context,
    @ConditionalActor() actor: Actor,
    @Arg("input", () => BotRulesInput) { version, parameter, ...lists }: BotRulesInput,
  ): Promise<BotRulesType> {
    const rules = { ...lists, parameter: parameter ?? null };
    return setRules(context.services, actor, rules, version ?? null);
  }
}

@Resolver(() => BotRulesType)
export class BotRuleFields {
  @FieldResolver(() => String, ofEtag)
  etag(@Root() { version }: BotRulesType): string {
    return etagOf(version);
  }
}

@Resolver(() => BotChangeType)
export class BotChangeFields {
  @FieldResolver(() => LinkType, { nullable: true, description: "The link; null for one that has been deleted" })
  async link(@Root() { linkId }: BotChangeType, @Ctx() context: Context): Promise<LinkType | null> {
    authorizeOwn(requireActor(context), "links:read");
    const link = await context.services.linkById(linkId);
    return link && toLinkType(link);
  }
}
