import { checkedFilters, type ClickFilter, parseFilterTexts } from "@hoplog/schema/clicks/filters.js";
import { systemName } from "@hoplog/schema/clicks/systems.js";

/** Filters of a call, with systems named as clicks name them. Throws VALIDATION_ERROR on `filter`, as {@link checkedFilters} does. */
export function askedFilters(filters: readonly ClickFilter[]): ClickFilter[] {
  return checkedFilters(filters).map(asStored);
}

/** The same for filters as text. */
export function askedFilterTexts(texts: readonly string[]): ClickFilter[] {
  return parseFilterTexts(texts).map(asStored);
}

function asStored(filter: ClickFilter): ClickFilter {
  return filter.field === "os" ? { ...filter, values: [...new Set(filter.values.map(systemName))] } : filter;
}
