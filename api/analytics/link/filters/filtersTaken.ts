import type { ClickFilter } from "@hoplog/schema/clicks/filters.js";
import { z } from "zod";
import { graphqlTypes } from "../../../kernel/contract/graphqlTypes.ts";
import { spread } from "../../../kernel/contract/values.ts";
import { askedFilters } from "./asked.ts";
import { ClickFilterInput } from "./graphqlTypes.ts";
import { filterQuery, filtersOf } from "./restQuery.ts";

/** Filters of clicks: a list of inputs in GraphQL, and the repeated parameter `filter` in REST. */
export const filters = spread({
  parameters: z.object({ filter: filterQuery }),
  ofParameters: filtersOf,
  argument: z.array(z.custom<ClickFilter>().register(graphqlTypes, { type: ClickFilterInput })).default([]),
  ofArgument: askedFilters,
});
