import tzdata from "tzdata/timezone-data.json" with { type: "json" };

/** Every name of the IANA database, old and new ones, by its name in lower case. */
const names: ReadonlyMap<string, string> = new Map(Object.keys(tzdata.zones).map((name) => [name.toLowerCase(), name]));

/** Zones that ClickHouse does not know yet, by one with the same clock since they exist. */
const sameClock: ReadonlyMap<string, string> = new Map([["America/Coyhaique", "America/Punta_Arenas"]]);

/**
 * The IANA time zone of this name, whatever its case: an old name stays an old one and a new name a new one. Null for an unknown
 * name and for an offset, which Intl takes but ClickHouse does not.
 */
export function timeZoneNamed(text: string): string | null {
  const name = names.get(text.toLowerCase());
  return name !== undefined && isKnownToIntl(name) ? (sameClock.get(name) ?? name) : null;
}

function isKnownToIntl(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
