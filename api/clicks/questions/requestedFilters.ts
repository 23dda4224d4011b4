import { wantedCity } from "@hoplog/schema/clicks/cities.js";
import { checkedFilters, type ClickFilter, parseFilterTexts, requireLength } from "@hoplog/schema/clicks/filters.js";
import { systemName } from "@hoplog/schema/clicks/systems.js";

/**
 * Validates the filters of a call and converts names of operating systems to those stored with clicks. Throws the
 * VALIDATION_ERROR of {@link checkedFilters} on `filter`.
 */
export function requestedFilters(filters: readonly ClickFilter[]): ClickFilter[] {
  return asStored(checkedFilters(filters));
}

/** Validates and converts filters as text, like {@link requestedFilters}. */
export function requestedFilterTexts(texts: readonly string[]): ClickFilter[] {
  return asStored(parseFilterTexts(texts));
}

function asStored(filters: readonly ClickFilter[]): ClickFilter[] {
  // Checks the length again, because folding expands some characters to several.
  requireLength(filters.flatMap(({ field, values }) => (field === "city" ? values.map(wantedCity) : values)));
  return filters.map((filter) =>
    filter.field === "os" ? { ...filter, values: [...new Set(filter.values.map(systemName))] } : filter,
  );
}
