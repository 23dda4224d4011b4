/** Degrees north and degrees east. */
export type Point = readonly [number, number];

interface Named {
  readonly countryCode: string;
  readonly regionName: string;
  readonly city: string;
}

/** Maximum distance, in degrees, at which unknown cities are drawn from the centre of their region. */
const spread = 0.8;

/**
 * Returns a place's coordinates from the loaded table (created by stack/tasks/placeTable.mjs). An unknown city gets a
 * fixed point near the centre of its region, or else of its country. Null if nothing is known.
 */
export function pointOf(table: unknown, { countryCode, regionName, city }: Named): Point | null {
  const country = fieldOf(fieldOf(table, "places"), countryCode);
  const region = fieldOf(country, regionName);
  const known = asPoint(fieldOf(fieldOf(region, "cities"), city));
  if (known) return known;
  const middle = asPoint(fieldOf(region ?? fieldOf(country, ""), "at"));
  if (!middle || (city === "" && region !== undefined)) return middle;
  const hash = hashOf(`${regionName} ${city}`);
  const angle = ((hash % 360) * Math.PI) / 180;
  const away = (spread * (1 + ((hash >>> 9) % 100))) / 100;
  return [middle[0] + away * Math.sin(angle), middle[1] + away * Math.cos(angle)];
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

function asPoint(value: unknown): Point | null {
  if (!Array.isArray(value)) return null;
  const [north, east]: unknown[] = value;
  return typeof north === "number" && typeof east === "number" ? [north, east] : null;
}

function hashOf(text: string): number {
  let hash = 0;
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}
