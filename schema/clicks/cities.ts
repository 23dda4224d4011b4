import { folded } from "../folded.ts";

/** Returns a city without the district that DB-IP adds: `Berlin` for `Berlin (Bezirk Tempelhof-Schoneberg)`. */
export function cityName(city: string): string {
  const district = city.indexOf(" (");
  return district > 0 ? city.slice(0, district) : city;
}

/** Returns what all spellings and districts of a city share. */
export function cityKey(city: string): string {
  return folded(cityName(city));
}

/** Returns a wanted city as {@link isCityAmong} compares it. One that folds to nothing matches no city. */
export function wantedCity(value: string): string {
  return folded(value) || value;
}

/** The same for several, each once. */
export function wantedCities(values: readonly string[]): string[] {
  return [...new Set(values.map(wantedCity))];
}

/** Whether a city is among wanted ones: `Berlin` stands for all its districts, a city with its district for that one. */
export function isCityAmong(isWanted: (folded: string) => boolean): (city: string) => boolean {
  return (city) => isWanted(cityKey(city)) || (city.includes("(") && isWanted(folded(city)));
}
