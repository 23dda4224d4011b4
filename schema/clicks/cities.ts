import { folded } from "../folded.ts";

/** Returns a city without the district that DB-IP adds: `Berlin` for `Berlin (Bezirk Tempelhof-Schoneberg)`. */
export function cityName(city: string): string {
  const district = city.indexOf(" (");
  return district > 0 ? city.slice(0, district) : city;
}

/** Returns the key that all spellings and districts of a city have in common. */
export function cityKey(city: string): string {
  return folded(cityName(city));
}

/**
 * Returns a wanted city in the form that {@link isCityAmong} compares. A non-empty value that folds to nothing matches
 * no city.
 */
export function wantedCity(value: string): string {
  return folded(value) || value;
}

/** Returns the distinct {@link wantedCity} forms of several cities. */
export function wantedCities(values: readonly string[]): string[] {
  return [...new Set(values.map(wantedCity))];
}

/**
 * Returns a test for whether a city is wanted: `Berlin` includes all its districts, a city with a district only that
 * one.
 */
export function isCityAmong(isWanted: (folded: string) => boolean): (city: string) => boolean {
  return (city) => isWanted(cityKey(city)) || (city.includes("(") && isWanted(folded(city)));
}
