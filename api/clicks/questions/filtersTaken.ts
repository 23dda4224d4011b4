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
import { askedFilters, askedFilterTexts } from "./asked.ts";

/** Filters as a parameter of REST calls. */
export const filterQuery = listParameter(queryText, limits.filtersMax * limits.filterValuesMax)
  .optional()
  .describe("field:operation:value, such as country:is:DE; may be repeated. Operations: is, isNot, contains");

/** Parses the filters of a query string. Throws VALIDATION_ERROR on `filter`. */
export function filtersOf({ filter }: { readonly filter?: z.output<typeof filterQuery> }): ClickFilter[] {
  return askedFilterTexts(filter ?? []);
}

const filter = input("ClickFilter", "Narrows clicks; all of several filters must match", {
  field: enumeration<FilterFieldName>(
    "ClickField",
    "Property of a click that a filter compares",
    fieldDescriptions(filterFields),
  ).describe("The property"),
  op: enumeration<FilterOp>("ClickFilterOp", "How a filter compares", {
    is: "Has one of the values",
    isNot: "Has none of the values",
    contains: "Contains one of the values, in upper or lower case",
  }).describe("How it compares"),
  values: z.array(z.string()).describe(`At most ${limits.filterValuesMax}; the empty text is the unknown value`),
});

/** Filters of clicks: a list of inputs in GraphQL, and the repeated parameter `filter` in REST. */
export const filters = spread({
  parameters: z.object({ filter: filterQuery }),
  ofParameters: filtersOf,
  argument: z.array(filter).default([]),
  ofArgument: askedFilters,
});
