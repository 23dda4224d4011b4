import { z } from "zod";
import { GraphQLDateTime } from "graphql-scalars";
import { graphqlTypes } from "../../kernel/contract/graphqlTypes.ts";
import { input } from "../../kernel/contract/entity.ts";
import { spread } from "../../kernel/contract/values.ts";
import { requireTimeZone, timeRange } from "./range.ts";
import { rangeOf, rangeParameters } from "./rangeQuery.ts";

const time = z.date().register(graphqlTypes, { type: GraphQLDateTime }).nullish();

/** A range of time as an argument of GraphQL. */
export const rangeArgument = input("Range", "A time range that includes its start and excludes its end", {
  from: time.describe("Start of the range (inclusive); no lower limit by default"),
  to: time.describe("End of the range (exclusive); no upper limit by default"),
}).nullish();

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
  argument: z.string().default("UTC").describe("IANA time zone of days and hours, such as Europe/Berlin"),
  ofArgument: (tz) => requireTimeZone(tz),
});
