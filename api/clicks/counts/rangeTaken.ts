import { z } from "zod";
import { graphqlTypes } from "../../kernel/contract/graphqlTypes.ts";
import { spread } from "../../kernel/contract/values.ts";
import { requireTimeZone, timeRange } from "./range.ts";
import { RangeInput } from "./rangeInput.ts";
import { rangeOf, rangeParameters } from "./rangeQuery.ts";

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
