import {
  type ClickFilter,
  fieldDescriptions,
  type FilterFieldName,
  filterFields,
  type FilterOp,
} from "@hoplog/schema/clicks/filters.js";
import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import { listParameter, queryText } from "../../kernel/contract/parse.ts";
import { input } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import { spread } from "../../kernel/contract/values.ts";
import { requestedFilters, requestedFilterTexts } from "./requestedFilters.ts";

/** Filters as a parameter of REST calls. */
export const filterQuery = listParameter(queryText, limits.filtersMax * limits.filterValuesMax)
  .optional()
  .describe(
    "Filter of clicks as field:operation:value, such as country:is:DE; can be repeated. Operations: is, isNot, contains",
  );

/** Parses the filters of a query string. Throws VALIDATION_ERROR on `filter`. */
export function filtersOf({ filter }: { readonly filter?: z.output<typeof filterQuery> }): ClickFilter[] {
  return requestedFilterTexts(filter ?? []);
}

const filter = input("ClickFilter", "A filter of clicks; a click must match all given filters", {
  field: enumeration<FilterFieldName>(
    "ClickField",
    "Click property that a filter compares",
    fieldDescriptions(filterFields),
  ).describe("Property to compare"),
  op: enumeration<FilterOp>("ClickFilterOp", "Comparison of a property with values", {
    is: "The property has one of the values",
    isNot: "The property has none of the values",
    contains: "The property contains one of the values, ignoring case",
  }).describe("Comparison of the property with the values"),
  values: z
    .array(z.string())
    .describe(`Values to compare with, at most ${limits.filterValuesMax}; an empty string means the unknown value`),
});

/** Filters of clicks: a list of inputs in GraphQL, and the repeated parameter `filter` in REST. */
export const filters = spread({
  parameters: z.object({ filter: filterQuery }),
  ofParameters: filtersOf,
  argument: z.array(filter).default([]),
  ofArgument: requestedFilters,
});
