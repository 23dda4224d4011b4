import { type UtmField, utmFields } from "@hoplog/schema/links/utm.js";
import type { UtmRules } from "@hoplog/schema/links/utmRules.js";
import { limits } from "@hoplog/schema/limits.js";
import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Query, Resolver } from "type-graphql";
import type { Actor } from "../../kernel/calls/actor.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { ConditionalActor, ofEtag } from "../../kernel/calls/conditional.ts";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { UtmFieldType } from "./graphqlField.ts";
import { usedUtmValues } from "./queries.ts";
import { readUtmRules, setUtmRules, type UtmServices, utmSettings } from "./rules.ts";

@ObjectType("UtmValues", { description: "What was used before of a campaign parameter" })
export class UtmValuesType {
  @Field(() => UtmFieldType, { description: "The parameter" })
  field!: UtmField;

  @Weighs({ length: 20 })
  @Field(() => [String], { description: "Those that most links have first; at most 50" })
  values!: readonly string[];
}

@ObjectType("UtmAllowed", { description: "The values that a campaign parameter may have" })
@InputType("UtmAllowedInput", { description: "The values that a campaign parameter may have" })
export class UtmAllowedType {
  @Field(() => UtmFieldType, { description: "The parameter" })
  field!: UtmField;

  @Weighs({ length: 20 })
  @Field(() => [String], {
    description: `Of at most ${limits.utmValueMax} characters each, at most ${limits.utmAllowedMax}`,
  })
  values!: readonly string[];
}

const lowerCaseIs = "Whether values of parameters that begin with utm_ must be in lower case";
const allowedIs = "Parameters that may have only some values; what is missing may have any";

@ObjectType("UtmRules", { description: "What new links and edits may have in the campaign parameters of destinations" })
export class UtmRulesType {
  @Field(() => String, ofEtag)
  etag!: string;

  @Field(() => Boolean, { description: lowerCaseIs })
  lowerCase!: boolean;

  @Weighs({ length: utmFields.length })
  @Field(() => [UtmAllowedType], { description: allowedIs })
  allowed!: readonly UtmAllowedType[];
}

@InputType({ description: "Rules that take the place of those before" })
export class UtmRulesInput {
  @Field(() => Boolean, { description: lowerCaseIs })
  lowerCase!: boolean;

  @Field(() => [UtmAllowedType], { description: allowedIs })
  allowed!: readonly UtmAllowedType[];
}

@Resolver()
export class UtmResolvers {
  @Weighs({ cost: 20, length: utmFields.length })
  @Query(() => [UtmValuesType], {
    description: "Campaign values in the destinations of the newest 2,000 links, one entry for each parameter",
  })
  async utmValues(@Ctx() context: GraphqlContext<UtmServices>): Promise<readonly UtmValuesType[]> {
    return usedUtmValues(context.services, requireActor(context));
  }

  @Query(() => UtmRulesType, {
    description: "What new links and edits may have in the campaign parameters of destinations",
  })
  async utmRules(@Ctx() context: GraphqlContext<UtmServices>): Promise<UtmRulesType> {
    return toRulesType(await readUtmRules(context.services, requireActor(context)));
  }

  @Mutation(() => UtmRulesType, { description: "Puts other rules in place of the workspace's; links stay as they are" })
  async setUtmRules(
    @Ctx() context: GraphqlContext<UtmServices>,
    @ConditionalActor() actor: Actor,
    @Arg("input", () => UtmRulesInput) { lowerCase, allowed }: UtmRulesInput,
  ): Promise<UtmRulesType> {
    const rules = { lowerCase, allowed: Object.fromEntries(allowed.map(({ field, values }) => [field, values])) };
    return toRulesType(await setUtmRules(context.services, actor, rules));
  }
}

function toRulesType(rules: UtmRules): UtmRulesType {
  const { lowerCase, allowed } = rules;
  const entries = utmFields.flatMap((field) => (allowed[field] ? [{ field, values: allowed[field] }] : []));
  return { lowerCase, allowed: entries, etag: etagOfSettings(utmSettings(rules)) };
}
