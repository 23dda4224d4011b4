import { countries } from "countries-list";

const continentOf = new Map<string, string>(
  Object.entries(countries).map(([country, { continent }]) => [country, continent]),
);

/** Returns the continent of a country (ISO 3166-1 alpha-2): AF, AN, AS, EU, NA, OC or SA; empty if unknown. */
export function continent(country: string): string {
  return continentOf.get(country) ?? "";
}

/** Returns the countries of a continent. */
export function countriesOf(wanted: string): string[] {
  return [...continentOf].flatMap(([country, one]) => (one === wanted ? [country] : []));
}
