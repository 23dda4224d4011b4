import type { ClickFilter } from "@hoplog/schema/clicks/filters.js";
import { limits } from "@hoplog/schema/limits.js";
import type { z } from "zod";
import { listParameter, queryText } from "../../../kernel/calls/parse.ts";
import { askedFilterTexts } from "./asked.ts";

/** Filters as a parameter of REST calls. */
export const filterQuery = listParameter(queryText, limits.filtersMax * limits.filterValuesMax)
  .optional()
  .describe("field:operation:value, such as country:is:DE; may be repeated. Operations: is, isNot, contains");

/** Throws VALIDATION_ERROR on `filter`. */
export function filtersOf({ filter }: { readonly filter?: z.output<typeof filterQuery> }): ClickFilter[] {
  return askedFilterTexts(filter ?? []);
}
