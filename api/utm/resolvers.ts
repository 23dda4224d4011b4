import { type UtmField, utmFields } from "@hoplog/schema/links/utm.js";
import { Ctx, Field, ObjectType, Query, registerEnumType, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../calls/graphqlContext.ts";
import { Weighs } from "../calls/weight.ts";
import type { Reads } from "../database/reads.ts";
import { usedUtmValues } from "./queries.ts";

const UtmFieldType = Object.fromEntries(utmFields.map((field) => [field.toUpperCase(), field]));
registerEnumType(UtmFieldType, { name: "UtmField", description: "A campaign parameter of a destination" });

@ObjectType("UtmValues", { description: "What was used before of a campaign parameter" })
export class UtmValuesType {
  @Field(() => UtmFieldType, { description: "The parameter" })
  field!: UtmField;

  @Weighs({ length: 20 })
  @Field(() => [String], { description: "Those that most links have first; at most 50" })
  values!: readonly string[];
}

@Resolver()
export class UtmResolvers {
  @Weighs({ cost: 20, length: utmFields.length })
  @Query(() => [UtmValuesType], {
    description: "Campaign values in the destinations of the newest 2,000 links, one entry for each parameter",
  })
  async utmValues(@Ctx() context: GraphqlContext<Reads>): Promise<readonly UtmValuesType[]> {
    return usedUtmValues(context.services, requireActor(context));
  }
}
