import { cityKey, cityName } from "@hoplog/schema/clicks/cities.js";
import type { ListedFieldName } from "@hoplog/schema/clicks/filters.js";
import { mostFirst } from "./figures.ts";
import type { Sum } from "./sums.ts";

type Counted = (sum: Sum) => number;
type Rows = ReturnType<typeof mostFirst>;

/**
 * Returns a field's values with their clicks, most clicks first, as lists show them: districts and spellings of a city
 * are one row.
 */
export function listedFirst(
  field: ListedFieldName,
  byField: ReadonlyMap<string, ReadonlyMap<string, Sum>>,
  counted: Counted,
): Rows {
  const sums = byField.get(field) ?? new Map<string, Sum>();
  return mostFirst(field === "city" ? wholeCities(sums, counted) : sums, counted);
}

/** Merges the districts and spellings of each city under the most frequent name. */
function wholeCities(sums: ReadonlyMap<string, Sum>, counted: Counted): ReadonlyMap<string, Sum> {
  const byName = addedUp(sums, cityName);
  const names = new Map<string, string>();
  // Uses the most frequent name of a city, and of equally frequent ones the last by bytes.
  for (const { value } of mostFirst(byName, counted)
    .toReversed()
    .toSorted((a, b) => b.clicks - a.clicks)) {
    const key = cityKey(value);
    if (!names.has(key)) names.set(key, value);
  }
  return addedUp(sums, (value) => names.get(cityKey(value)) ?? value);
}

function addedUp(sums: ReadonlyMap<string, Sum>, keyOf: (value: string) => string): Map<string, Sum> {
  const added = new Map<string, Sum>();
  for (const [value, sum] of sums) {
    const key = keyOf(value);
    const before = added.get(key) ?? { people: 0, all: 0 };
    added.set(key, { people: before.people + sum.people, all: before.all + sum.all });
  }
  return added;
}
