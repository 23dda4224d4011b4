import { z } from "zod";
import { GraphQLDateTime } from "graphql-scalars";
import { Field, InputType } from "type-graphql";
import { graphqlTypes } from "../../kernel/contract/graphqlTypes.ts";
import { spread } from "../../kernel/contract/values.ts";
import { requireTimeZone, timeRange } from "./range.ts";
import { rangeOf, rangeParameters } from "./rangeQuery.ts";

@InputType("Range", { description: "Half-open; an absent end is open" })
export class RangeInput {
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "First moment of the range; absent: from the beginning",
  })
  from?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "First moment behind the range; absent: up to now" })
  to?: Date | null;
}

/** A range of time as an argument of GraphQL. */
export const rangeArgument = z
  .object({ from: z.date().nullish(), to: z.date().nullish() })
  .register(graphqlTypes, { type: RangeInput })
  .nullish();

/** A range of time: `range` in GraphQL; `startDate`, `endDate` and `tz` in REST. */
export const range = spread({
  parameters: z.object(rangeParameters),
  ofParameters: (query) => rangeOf(query),
  argument: rangeArgument,
  ofArgument: (given) => timeRange(given?.from, given?.to),
});

/** An IANA time zone, UTC by default. In REST it is the one of {@link range}. */
export const timeZone = spread({
  parameters: z.object({ tz: rangeParameters.tz }),
  ofParameters: ({ tz }) => tz,
  argument: z.string().default("UTC").describe("IANA time zone of days and hours"),
  ofArgument: (tz) => requireTimeZone(tz),
});
